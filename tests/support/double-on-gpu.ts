// The smallest whole trip through WebGPU: upload, dispatch, copy, read back. The smoke tests of Dawn and of Chromium
// run the same one.

const source = /* wgsl */ `
@group(0) @binding(0) var<storage, read_write> values: array<u32>;

@compute @workgroup_size(64)
fn double_all(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&values)) {
    values[id.x] = values[id.x] * 2u;
  }
}
`;

/** Doubles each value on the device; throws if the device reports a validation error. */
export async function doubleOnGpu(
  device: GPUDevice,
  values: Uint32Array<ArrayBuffer>,
): Promise<Uint32Array<ArrayBuffer>> {
  device.pushErrorScope("validation");
  const label = "double";
  const pipeline = await device.createComputePipelineAsync({
    label,
    layout: "auto",
    compute: { module: device.createShaderModule({ label, code: source }), entryPoint: "double_all" },
  });
  const work = device.createBuffer({
    label: `${label}: work`,
    size: values.byteLength,
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  const answer = device.createBuffer({
    label: `${label}: answer`,
    size: values.byteLength,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(work, 0, values);
  const encoder = device.createCommandEncoder({ label });
  const pass = encoder.beginComputePass({ label });
  pass.setPipeline(pipeline);
  pass.setBindGroup(
    0,
    device.createBindGroup({
      label,
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: work } }],
    }),
  );
  pass.dispatchWorkgroups(Math.ceil(values.length / 64));
  pass.end();
  encoder.copyBufferToBuffer(work, 0, answer, 0, values.byteLength);
  device.queue.submit([encoder.finish()]);
  await answer.mapAsync(GPUMapMode.READ);
  const result = new Uint32Array(answer.getMappedRange().slice(0));
  answer.unmap();
  work.destroy();
  answer.destroy();
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  return result;
}
