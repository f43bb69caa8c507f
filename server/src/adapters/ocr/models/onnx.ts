import type { InferenceSession } from 'onnxruntime-node';
import { setForNativeCode } from '../../../config/env.ts';
import { withoutTinyWeights } from './without-tiny-weights.ts';

/**
 * onnxruntime sends usage data to its vendor unless this variable is set when the library is loaded. This module is its only
 * importer, so nothing can load it without the variable.
 */
setForNativeCode('ORT_DISABLE_TELEMETRY', '1');
const onnx = await import('onnxruntime-node');

/** A model with one input and one output. */
export type Model = {
  run(data: Float32Array, shape: number[]): Promise<{ data: Float32Array; shape: readonly number[] }>;
};

/** One thread per process. No memory arena by default: every strip has a different shape. */
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

/** `hasArena`: for large tensors, whose memory would otherwise be fragmented (411 instead of 242 MB at 1280 × 736). */
export async function openModel(model: Uint8Array, { hasArena = false } = {}): Promise<Model> {
  const options = { ...OPTIONS, enableCpuMemArena: hasArena };
  const session = await onnx.InferenceSession.create(withoutTinyWeights(model), options);
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  return {
    async run(data, shape) {
      const results = await session.run({ [input]: new onnx.Tensor('float32', data, shape) });
      const tensor = results[output];
      if (!(tensor?.data instanceof Float32Array))
        throw new Error('The model returned a tensor that is not float32.');
      return { data: tensor.data, shape: tensor.dims };
    },
  };
}
