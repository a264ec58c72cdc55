import type { FileWriter } from "./host.ts";

/** Writes a whole file; after a failure nothing of it remains. Errors: those of the writer. */
export async function writeWhole(
  writer: Pick<FileWriter, "write" | "commit" | "abort">,
  bytes: Uint8Array,
): Promise<void> {
  try {
    await writer.write(bytes);
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
