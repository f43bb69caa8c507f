import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { nativeGate } from '../pool/native-gate.ts';
import { withoutTinyWeights } from './without-tiny-weights.ts';

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
  const weights = withoutTinyWeights(await readFile(file));
  const session = await nativeGate.pass(() => InferenceSession.create(weights, OPTIONS));
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  return {
    async run(data, shape) {
      const feeds = { [input]: new Tensor('float32', data, shape) };
      const results = await nativeGate.pass(() => session.run(feeds));
      const tensor = results[output];
      if (!(tensor?.data instanceof Float32Array))
        throw new Error('The model answered with something else than numbers.');
      return { data: tensor.data, shape: tensor.dims };
    },
  };
}
