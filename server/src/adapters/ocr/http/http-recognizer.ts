import { setTimeout as sleep } from 'node:timers/promises';
import type { Box, PictureReading, ReadRequest, Recognizer } from '../../../domain/recognition/recognizer.ts';
import { AppError, messageOf } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import type { Outbound } from '../../../lib/outbound.ts';
import { readingFromJson } from './reading-json.ts';

export type HttpRecognizerOptions = {
  url: string;
  token: string | null;
  /** For all attempts at one picture together. */
  timeoutMs: number;
  /** Before the second and the third attempt. */
  pausesMs?: number[];
};

const MOST_ANSWER_BYTES = 4_000_000;
const MOST_REASON = 300;
const PAUSES_MS = [250, 1_000];
/** The picture itself is at fault: nobody needs to send it again. */
const PICTURE_REFUSED = new Set([400, 413, 415, 422]);

/** A recognizer of the operator's own, asked over HTTP. Requests and answers are described in `docs/recognition.md`. */
export function openHttpRecognizer(options: HttpRecognizerOptions, outbound: Outbound, log: Log): Recognizer {
  return {
    read: (request) => readWithRetries(options, outbound, log, request),
    close: () => outbound.close(),
  };
}

async function readWithRetries(
  options: HttpRecognizerOptions,
  outbound: Outbound,
  log: Log,
  request: ReadRequest,
): Promise<PictureReading> {
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
      log.warn({ reason: messageOf(error), detail }, 'the recognizer did not read a picture');
      if (isLate || request.signal?.aborted) throw unavailable(error);
      await sleep(pauseMs, undefined, { signal: request.signal }).catch(() => undefined);
    }
  }
}

async function readOnce(
  { url, token }: HttpRecognizerOptions,
  outbound: Outbound,
  { picture, box, signal }: ReadRequest,
  deadlineMs: number,
): Promise<PictureReading> {
  const answer = await outbound.send({
    url: withBox(url, box),
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      accept: 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: picture,
    deadlineMs: Math.max(1, deadlineMs),
    maxBytes: MOST_ANSWER_BYTES,
    keepAlive: true,
    signal,
  });
  const body = (await answer.bytes()).toString('utf8');
  if (PICTURE_REFUSED.has(answer.status))
    throw new AppError('invalid', refusalIn(body), { detail: answer.status });
  if (answer.status !== 200) throw new Error(`The recognizer answered with status ${answer.status}.`);
  const reading = readingFromJson(body);
  if (reading === null) throw new Error('The recognizer answered with something else than a reading.');
  return reading;
}

function withBox(url: string, box: Box | null): string {
  if (box === null) return url;
  const target = new URL(url);
  target.searchParams.set('box', [box.xmin, box.ymin, box.xmax, box.ymax].join(','));
  return target.href;
}

/** `{ "message": "…" }`, as people will read it beside the picture. */
function refusalIn(body: string): string {
  try {
    const { message } = JSON.parse(body);
    if (typeof message === 'string' && message !== '') return message.slice(0, MOST_REASON);
  } catch {
    // No JSON, no reason.
  }
  return 'The recognizer refused the picture.';
}

function unavailable(cause: unknown): AppError {
  const message = 'The recognizer could not read the picture just now.';
  return new AppError('unavailable', message, { cause, detail: messageOf(cause) });
}
