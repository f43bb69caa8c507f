import { lookup } from 'node:dns/promises';
import type { Settings } from '../../config/settings.ts';
import type { Recognizer } from '../../domain/recognition/recognizer.ts';
import type { Log } from '../../lib/log.ts';
import { createOutbound } from '../outbound/create-outbound.ts';
import { openHttpRecognizer } from './http/http-recognizer.ts';
import { OcrPool } from './ocr-pool.ts';

/** The recognizer at RECOGNIZER_URL, or the built-in engine, whose processes are started with the first image. */
export function openRecognizer({ recognition }: Settings, log: Log): Recognizer {
  const { url, token, threads, timeoutMs, memoryMb, models } = recognition;
  if (url === null) return new OcrPool({ processes: threads, timeoutMs, memoryMb, models }, log);
  // The operator configured this address, so it may be in a private network and be resolved by the hosts file.
  const outbound = createOutbound({
    allows: () => true,
    userAgent: 'Milepost',
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  });
  return openHttpRecognizer({ url, token, timeoutMs }, outbound, log);
}
