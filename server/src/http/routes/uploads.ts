import { Readable } from 'node:stream';
import {
  type BulkResult,
  BulkResult as BulkResultSchema,
  CreateImage,
  ImageReceived,
  imageProblems,
  MAX_BULK_LINE_BYTES,
  MAX_BULK_LINES,
  MAX_IMAGE_BYTES,
  UploadForm,
  UploadImage,
} from '../../contract/image.ts';
import { createValidator } from '../../contract/validate.ts';
import { ingestReceived, type Receive } from '../../domain/images/ingest-image.ts';
import { type BulkOutcome, ingestLines } from '../../domain/images/ingest-lines.ts';
import { ingestProblems, toIngestRecord } from '../../domain/images/ingest-record.ts';
import { type Received, receiveBytes, type Sink } from '../../domain/images/receive-bytes.ts';
import { KeyedGate } from '../../lib/async/keyed-gate.ts';
import { AppError, invalid } from '../../lib/errors.ts';
import { ingestAccess } from '../access.ts';
import { statusOfKind, toAppError } from '../errors.ts';
import { type HeldKey, holdKey } from '../idempotency.ts';
import { type Route, routeOf } from '../route.ts';
import type { Services } from '../services.ts';
import { readLines } from '../streams/read-lines.ts';
import { readUpload } from '../streams/read-upload.ts';
import { originOf } from './images.ts';

const route = routeOf('Images');

export const MAX_RECORD_BYTES = 16_384;
const MAX_PROBLEMS = 50;
const errors = {
  401: 'The API key or the access token is missing or incorrect.',
  403: 'The token has expired, or the user lacks the role.',
  429: 'Too many images at once, or a quota is reached.',
};

const checkUpload = createValidator(UploadImage, 'body');
const checkLine = createValidator(CreateImage, 'body');

/** Bytes that are not an image are an error of the request here. */
export async function receiveImage(bytes: AsyncIterable<Buffer>, sink: Sink): Promise<Received> {
  try {
    return await receiveBytes(bytes, sink);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'failed') throw error;
    throw invalid([{ type: 'image_invalid', loc: ['body', 'image'], msg: error.message, input: null }]);
  }
}

const BULKS_AT_ONCE = { width: 8, widthPerKey: 2, queuePerKey: 0 };
const BULK_DEADLINE_MS = 5 * 60_000;
const bulks = new KeyedGate<number>(BULKS_AT_ONCE);

async function* resultLines(outcomes: AsyncIterable<BulkOutcome>, done: () => void): AsyncGenerator<string> {
  try {
    for await (const outcome of outcomes) yield `${JSON.stringify(resultOf(outcome))}\n`;
  } finally {
    done();
  }
}

function resultOf(outcome: BulkOutcome): BulkResult {
  if ('imageId' in outcome) {
    return { line: outcome.number, status: 200, image_id: outcome.imageId, detail: null, retry_after: null };
  }
  const error = toAppError(outcome.error);
  return {
    line: outcome.number,
    status: statusOfKind(error.kind, 422),
    image_id: null,
    detail: error.problems ?? error.message,
    retry_after: error.retryAfterSeconds ?? null,
  };
}

function readRecord({ images }: Services, text: string | null) {
  if (text === null) throw new AppError('too_large', `The line is longer than ${MAX_BULK_LINE_BYTES} bytes.`);
  const { value, problems } = checkLine(parseRecord(text));
  const record = value as CreateImage;
  if (isWhole(problems))
    problems.push(...ingestProblems(record, images.clock.now(), images.outbound.refusal));
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
  return { record: toIngestRecord(record), url: record.image_url };
}

export const isWhole = (problems: { loc: unknown[] }[]) => problems.every(({ loc }) => loc.length > 1);

export function parseRecord(text: string): unknown {
  try {
    return JSON.parse(text, withoutPrototype);
  } catch {
    const problem = { type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {} };
    throw new AppError('malformed', 'The body is not valid JSON.', { problems: [problem] });
  }
}

/** Drops `__proto__` and `constructor`, as the JSON parser of other bodies does. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' || key === 'constructor' ? undefined : value;
}

export const uploadRoutes: Route[] = [
  route('POST /images/upload', {
    operationId: 'uploadImage',
    summary: 'Submit an image by its bytes',
    description:
      'A form with the parts `record` (JSON) and `image` (the file), in any order. Otherwise like `POST /image`: 200 means that the image is stored and will be read, and a request can be repeated.',
    access: ingestAccess,
    rate: 'ingest',
    audit: { none: 'The images table keeps every image with its organization and time.' },
    bodyType: 'multipart/form-data',
    body: UploadForm,
    invalidStatus: 422,
    isIdempotent: true,
    success: { schema: ImageReceived, description: 'The image is stored.' },
    errors: {
      ...errors,
      413: `The image is larger than ${MAX_IMAGE_BYTES} bytes, or the record is larger than ${MAX_RECORD_BYTES}.`,
      415: 'Content-Type must be multipart/form-data.',
      500: 'The image could not be stored or queued. `Retry-After` is present when a retry can succeed.',
    },
    handler: async (services, { caller, request, reply }) => {
      const { images, database } = services;
      let key: HeldKey | null = null;
      const receive: Receive = async (staged) => {
        const { text, file } = await readUpload(request.raw, {
          field: 'record',
          maxFieldBytes: MAX_RECORD_BYTES,
          file: 'image',
          maxFileBytes: MAX_IMAGE_BYTES,
          receive: (bytes) => receiveImage(bytes, staged),
        });
        const { value, problems } = checkUpload(parseRecord(text));
        const record = value as UploadImage;
        if (isWhole(problems)) problems.push(...imageProblems(record, images.clock.now()));
        if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
        const content = JSON.stringify([text, file.sha256.toString('hex')]);
        key = await holdKey(services, { request, reply }, content);
        return { record: toIngestRecord(record), ...file };
      };
      const heldKey = () => key as HeldKey | null;
      try {
        const imageId = await ingestReceived(images, caller.organization_id, receive, originOf(request));
        const received = { message: 'Image received' as const, image_id: imageId };
        await heldKey()?.record(database, received);
        return received;
      } catch (error) {
        await heldKey()?.release();
        throw error;
      }
    },
  }),
  route('POST /images/bulk', {
    operationId: 'createImages',
    summary: 'Submit many images by URL, one per line',
    description: `NDJSON: each line is a body of \`POST /image\`, at most ${MAX_BULK_LINES} lines of ${MAX_BULK_LINE_BYTES} bytes. The response has one line per line, in the same order, sent as soon as it is ready. A line that fails does not affect the others. After an interruption, send all lines again: images that are stored already are not stored twice.`,
    access: ingestAccess,
    rate: 'ingest',
    audit: { none: 'The images table keeps every image with its organization and time.' },
    bodyType: 'application/x-ndjson',
    body: CreateImage,
    invalidStatus: 422,
    success: {
      contentType: 'application/x-ndjson',
      schema: BulkResultSchema,
      description: 'One result per line.',
    },
    errors: {
      ...errors,
      413: 'Not used: a line that is too long, and the line after the last allowed one, have a result with this status.',
      415: 'Content-Type must be application/x-ndjson.',
    },
    handler: async (services, { caller, request, reply }) => {
      const { images } = services;
      const closed = new AbortController();
      reply.raw.once('close', () => closed.abort());
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(BULK_DEADLINE_MS)]);
      const limits = { maxLines: MAX_BULK_LINES, maxLineBytes: MAX_BULK_LINE_BYTES };
      const outcomes = ingestLines(images, readLines(request.body as Readable, limits), {
        organizationId: caller.organization_id,
        read: (text) => readRecord(services, text),
        origin: originOf(request),
        signal,
      });
      const finished = Promise.withResolvers<void>();
      const started = Promise.withResolvers<void>();
      bulks
        .run(
          caller.organization_id,
          () => {
            started.resolve();
            return finished.promise;
          },
          () => new AppError('too_many', 'Too many bulk requests at once.', { retryAfterSeconds: 5 }),
        )
        .catch(started.reject);
      await started.promise;
      reply.raw.once('close', () => finished.resolve());
      const lines = Readable.from(resultLines(outcomes, finished.resolve));
      return reply.type('application/x-ndjson').send(lines);
    },
  }),
];
