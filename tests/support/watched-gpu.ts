// WebGPU behind a door: shows the devices that were given away, counts what they made and what of it was destroyed, and can
// pretend that memory has run out.

interface Destroyable {
  destroy(): void;
  /** Of a buffer. */
  readonly size?: number;
  /** Of a texture. */
  readonly width?: number;
  readonly height?: number;
}

const MAKERS = ["createBuffer", "createTexture", "createQuerySet"] as const;

export class WatchedGpu {
  readonly devices: GPUDevice[] = [];
  /** What was made and is not destroyed, by its label. */
  readonly alive = new Map<Destroyable, string>();
  made = 0;
  /** How many claims succeed before one fails for want of memory; null: all do. */
  failAfter: number | null = null;
  failed = false;
  readonly gpu: GPU;

  constructor(gpu: GPU) {
    const requestAdapter = async (options?: GPURequestAdapterOptions): Promise<GPUAdapter | null> => {
      const adapter = await gpu.requestAdapter(options);
      if (!adapter) return null;
      const { info, limits, features } = adapter;
      return {
        info,
        limits,
        features,
        requestDevice: async (descriptor: GPUDeviceDescriptor) =>
          this.#watch(await adapter.requestDevice(descriptor)),
      } as unknown as GPUAdapter;
    };
    this.gpu = { requestAdapter } as GPU;
  }

  /** Bytes of the buffers, and of the textures at four a pixel, that are not destroyed. */
  get bytes(): number {
    let sum = 0;
    for (const { size, width = 0, height = 0 } of this.alive.keys()) sum += size ?? width * height * 4;
    return sum;
  }

  #watch(device: GPUDevice): GPUDevice {
    this.devices.push(device);
    for (const maker of MAKERS) {
      const make = device[maker].bind(device) as unknown as (
        descriptor: GPUObjectDescriptorBase,
      ) => Destroyable;
      const made = (descriptor: GPUObjectDescriptorBase): Destroyable => {
        const object = make(descriptor);
        this.made++;
        this.alive.set(object, descriptor.label ?? "without a label");
        const destroy = object.destroy.bind(object);
        object.destroy = () => {
          this.alive.delete(object);
          destroy();
        };
        return object;
      };
      Object.defineProperty(device, maker, { value: made });
    }
    const pop = device.popErrorScope.bind(device);
    const popped = async (): Promise<GPUError | null> => {
      const error = await pop();
      if (this.failAfter === null || this.failAfter-- > 0) return error;
      this.failAfter = null;
      this.failed = true;
      return { message: "no memory" } as GPUOutOfMemoryError;
    };
    Object.defineProperty(device, "popErrorScope", { value: popped });
    return device;
  }
}
