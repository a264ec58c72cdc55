// asc: --enable threads --sharedMemory --importMemory --initialMemory 4 --maximumMemory 65536

/*
 * HashLife on threads: the kernel of hashlife.ts over a shared memory, compiled with what ASC_FEATURE_THREADS leaves out there.
 * _hashlife-threads.ts explains how they work together. The host's thread calls all but `help`, which a helper's thread calls once.
 */

export * from "./hashlife";
export { setDelays } from "./_hashlife-delays";
export { dismiss, getReady, help, hush } from "./_hashlife-help";
export { share } from "./_hashlife-compute";
export { getThefts, getWorks, halt, isHelped } from "./_hashlife-threads";
