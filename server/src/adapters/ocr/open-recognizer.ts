import type { Settings } from '../../config/settings.ts';
import type { Recognizer } from '../../domain/recognition/recognizer.ts';
import type { Log } from '../../lib/log.ts';
import { OcrPool } from './ocr-pool.ts';

/** Our own engine in threads of this process. Nothing is loaded before the first picture. */
export function openRecognizer({ recognition }: Settings, log: Log): Recognizer {
  const { threads, timeoutMs } = recognition;
  return new OcrPool({ threads, timeoutMs }, log);
}
