import { lookup } from 'node:dns/promises';
import type { Settings } from '../../config/settings.ts';
import type { Recognizer } from '../../domain/recognition/recognizer.ts';
import type { Log } from '../../lib/log.ts';
import { createOutbound } from '../outbound/create-outbound.ts';
import { openHttpRecognizer } from './http/http-recognizer.ts';
import { OcrPool } from './pool/ocr-pool.ts';

/**
 * The recognizer that RECOGNIZER_URL names, or our own engine in threads of this process, of which nothing is loaded
 * before the first picture.
 */
export function openRecognizer({ recognition }: Settings, log: Log): Recognizer {
  const { url, token, threads, timeoutMs } = recognition;
  if (url === null) return new OcrPool({ threads, timeoutMs }, log);
  // The operator names this one address, so it may be in their own network and have its name from the hosts file.
  const outbound = createOutbound({
    allows: () => true,
    userAgent: 'Milepost',
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  });
  return openHttpRecognizer({ url, token, timeoutMs }, outbound, log);
}
