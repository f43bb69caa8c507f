import { InferenceSession, Tensor } from 'onnxruntime-node';

/** One model: an input, an output. */
export type Model = {
  run(data: Float32Array, shape: number[]): Promise<{ data: Float32Array; shape: readonly number[] }>;
};

/** One core a thread; without an arena, because every picture and every strip has another shape. */
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

export async function openModel(file: string): Promise<Model> {
  const session = await InferenceSession.create(file, OPTIONS);
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  return {
    async run(data, shape) {
      const results = await session.run({ [input]: new Tensor('float32', data, shape) });
      const tensor = results[output];
      if (!(tensor?.data instanceof Float32Array))
        throw new Error('The model answered with something else than numbers.');
      return { data: tensor.data, shape: tensor.dims };
    },
  };
}
