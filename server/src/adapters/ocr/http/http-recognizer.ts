import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Box,
  type ImageReading,
  ReadInterrupted,
  type ReadRequest,
  type Recognizer,
} from '../../../domain/recognition/recognizer.ts';
import { AppError, messageOf } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import { type Outbound, outboundReason } from '../../../lib/outbound.ts';
import { readingFromJson } from './reading-json.ts';

type HttpRecognizerOptions = {
  url: string;
  token: string | null;
  /** For all attempts at one image together. */
  timeoutMs: number;
  /** Before the second and the third attempt. */
  pausesMs?: number[];
};

const CHECK_MS = 1_500;
const MOST_RESPONSE_BYTES = 4_000_000;
const LONGEST_REASON = 300;
const PAUSES_MS = [250, 1_000];
/** The image is rejected for good. */
const IMAGE_REJECTED = new Set([400, 413, 415, 422]);

/** An external recognizer over HTTP. `docs/recognition.md` describes requests and responses. */
export function openHttpRecognizer(options: HttpRecognizerOptions, outbound: Outbound, log: Log): Recognizer {
  return {
    read: (request) => readWithRetries(options, outbound, log, request),
    async check() {
      // Any response shows that it is reachable. Whether it reads images is seen in their outcomes.
      const request = { url: options.url, method: 'HEAD' as const, deadlineMs: CHECK_MS, maxBytes: 1_024 };
      const { error } = await outbound.exchange(request);
      if (error !== null) throw error;
    },
    close: () => outbound.close(),
  };
}

async function readWithRetries(
  options: HttpRecognizerOptions,
  outbound: Outbound,
  log: Log,
  request: ReadRequest,
): Promise<ImageReading> {
  const deadline = performance.now() + options.timeoutMs;
  const pauses = [...(options.pausesMs ?? PAUSES_MS)];
  for (;;) {
    try {
      return await readOnce(options, outbound, request, deadline - performance.now());
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') throw error;
      const pauseMs = pauses.shift();
      const isLate = pauseMs === undefined || performance.now() + pauseMs >= deadline;
      const detail = error instanceof AppError ? error.detail : undefined;
      log.warn({ reason: messageOf(error), detail }, 'the recognizer did not read an image');
      if (isLate || request.signal?.aborted) throw unavailable(error);
      await sleep(pauseMs, undefined, { signal: request.signal }).catch(() => undefined);
    }
  }
}

async function readOnce(
  { url, token }: HttpRecognizerOptions,
  outbound: Outbound,
  { image, box, signal }: ReadRequest,
  deadlineMs: number,
): Promise<ImageReading> {
  const response = await outbound.send({
    url: withBox(url, box),
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      accept: 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: image,
    deadlineMs: Math.max(1, deadlineMs),
    maxBytes: MOST_RESPONSE_BYTES,
    keepAlive: true,
    signal,
  });
  const body = (await response.bytes()).toString('utf8');
  if (IMAGE_REJECTED.has(response.status))
    throw new AppError('invalid', rejectionReason(body), { detail: response.status });
  if (response.status !== 200) throw new Error(`The recognizer responded with status ${response.status}.`);
  const reading = readingFromJson(body);
  if (reading === null) throw new Error('The response of the recognizer is not a valid reading.');
  return reading;
}

function withBox(url: string, box: Box | null): string {
  if (box === null) return url;
  const target = new URL(url);
  target.searchParams.set('box', [box.xmin, box.ymin, box.xmax, box.ymax].join(','));
  return target.href;
}

/** From `{ "message": "…" }`; it becomes the failure reason of the image. */
function rejectionReason(body: string): string {
  try {
    const { message } = JSON.parse(body);
    if (typeof message === 'string' && message !== '') return message.slice(0, LONGEST_REASON);
  } catch {
    // Not JSON: use the default reason.
  }
  return 'The recognizer rejected the image.';
}

/** Only a timeout may be the fault of the image. */
function unavailable(cause: unknown): AppError {
  const message = 'The recognizer could not read the image.';
  const detail = messageOf(cause);
  if (outboundReason(cause) !== 'timeout') return new ReadInterrupted(message, detail);
  return new AppError('unavailable', message, { cause, detail });
}
