import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Box,
  type ImageReading,
  ReadInterrupted,
  type ReadRequest,
  type Recognizer,
} from '../../../domain/recognition/recognizer.ts';
import { AppError, messageOf, OutsideFault } from '../../../lib/errors.ts';
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
/** Other statuses are about the credentials, the address, the load or a proxy. */
const MAY_BE_THE_IMAGE = new Set([500]);

/** An external recognizer over HTTP. `docs/recognition.md` describes requests and responses. */
export function openHttpRecognizer(options: HttpRecognizerOptions, outbound: Outbound, log: Log): Recognizer {
  return {
    read: (request) => readWithRetries(options, outbound, log, request),
    async check() {
      const error = await unreachable(options, outbound);
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
      if (isLate || request.signal?.aborted) throw await unavailable(error, options, outbound);
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
  if (response.status !== 200) {
    const message = `The recognizer responded with status ${response.status}.`;
    throw MAY_BE_THE_IMAGE.has(response.status) ? new ReadInterrupted(message) : new OutsideFault(message);
  }
  const reading = readingFromJson(body);
  if (reading === null) throw new ReadInterrupted('The response of the recognizer is not a valid reading.');
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

/** Of the failures of the connection, only a timeout may be the fault of the image, and only if the recognizer still answers. */
async function unavailable(
  cause: unknown,
  options: HttpRecognizerOptions,
  outbound: Outbound,
): Promise<AppError> {
  if (cause instanceof ReadInterrupted || cause instanceof OutsideFault) return cause;
  const away = outboundReason(cause) === 'timeout' ? await unreachable(options, outbound) : cause;
  if (away !== null)
    return new OutsideFault(`The recognizer cannot be used: ${messageOf(away)}`, messageOf(cause));
  return new AppError('unavailable', 'The recognizer took too long to read the image.', { cause });
}

/** Null if it responds. Any response will do: whether it reads images is seen in their outcomes. */
async function unreachable({ url }: HttpRecognizerOptions, outbound: Outbound): Promise<AppError | null> {
  return (await outbound.exchange({ url, method: 'HEAD', deadlineMs: CHECK_MS, maxBytes: 1_024 })).error;
}
