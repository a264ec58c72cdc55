/**
 * WebGPU's bit flags. Browsers have them as globals (GPUBufferUsage and so on); Node has none unless Dawn's are
 * installed there. The WebGPU specification fixes the numbers.
 */

export const BUFFER_USAGE = {
  mapRead: 0x0001,
  mapWrite: 0x0002,
  copySource: 0x0004,
  copyTarget: 0x0008,
  uniform: 0x0040,
  storage: 0x0080,
  indirect: 0x0100,
  queryResolve: 0x0200,
} as const;

export const TEXTURE_USAGE = {
  copySource: 0x01,
  copyTarget: 0x02,
  binding: 0x04,
  renderAttachment: 0x10,
} as const;

export const MAP_READ = 0x0001;
export const MAP_WRITE = 0x0002;

export const FRAGMENT_STAGE = 0x2;
export const COMPUTE_STAGE = 0x4;
