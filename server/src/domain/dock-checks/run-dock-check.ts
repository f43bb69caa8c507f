import { Readable } from 'node:stream';
import type { DockCheck } from '../../contract/brokers/dock-check.ts';
import type { Database } from '../../db/database.ts';
import { withDeadline } from '../../lib/async/deadline.ts';
import { KeyedGate } from '../../lib/async/keyed-gate.ts';
import { AppError, invalid } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { downloadImage } from '../images/download-image.ts';
import type { ImageService } from '../images/image-service.ts';
import { ingestReceived } from '../images/ingest-image.ts';
import type { IngestRecord } from '../images/ingest-record.ts';
import type { Origin } from '../images/insert/new-image.ts';
import { type Received, receiveBytes, type Sink } from '../images/receive-bytes.ts';
import { takeQuota } from '../quotas/quota-store.ts';
import { describeReadings } from '../recognition/describe.ts';
import type { Recognizer } from '../recognition/recognizer.ts';
import { type Booking, findBooked, warningsAbout } from './booked-carrier.ts';
import { checkDoor } from './check-door.ts';
import { findingsOf } from './findings.ts';
import { seeDoor } from './see-door.ts';

export type DockCheckService = {
  database: Database;
  images: ImageService;
  /** Reads for people who wait: it does not share the processes that read the queue. */
  recognizer: Recognizer;
  /** Whether readings of other organizations are history of a vehicle. */
  sharesEvidence: boolean;
  log: Log;
};

/** Reads the bytes of the image. */
export type ReceiveImage = (sink: Sink) => Promise<Received>;
export const receiveFrom =
  ({ images }: DockCheckService, url: string): ReceiveImage =>
  (sink) =>
    downloadImage(images.outbound, url, sink);

export type DockRequest = {
  organizationId: number;
  booking: Booking;
  image: Buffer;
  /** With it, the image is stored. */
  keep: IngestRecord | null;
  origin: Origin;
};

/** Images are in memory while they are checked, up to 15 MB each. */
const AT_ONCE = { width: 8, widthPerKey: 4, queuePerKey: 0 };
const checks = new KeyedGate<number>(AT_ONCE);
const tooMany = () =>
  new AppError('too_many', 'Too many dock checks at once. Retry in a second.', { retryAfterSeconds: 1 });

/** For the whole check: the download has its own limit of 10 seconds. */
const DEADLINE_MS = 25_000;

/** Limits the checks of one organization and of this process. Nothing of a rejected one is read. */
export function admitDockCheck<T>(organizationId: number, check: () => Promise<T>): Promise<T> {
  return checks.run(organizationId, check, tooMany);
}

/** The bytes of an image, checked while they arrive like those of `POST /image`. */
export async function receiveImageBytes(receive: ReceiveImage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await receive({ append: async (chunk) => void chunks.push(chunk) });
  return Buffer.concat(chunks);
}

/** Compares the door in the image with the booked carrier. */
export async function runDockCheck(service: DockCheckService, request: DockRequest): Promise<DockCheck> {
  const { database, recognizer, images, sharesEvidence } = service;
  const { organizationId, booking, image, keep, origin } = request;
  const now = images.clock.now();
  const booked = await findBooked(database, booking);
  await takeQuota(database, organizationId, 'dock_checks_per_day', 1, now);
  const query = { organizationId, now, isShared: sharesEvidence };
  const seen = await withinDeadline((signal) => seeDoor(recognizer, { image, signal }));
  const [{ fields, facts, decision }, warnings] = await Promise.all([
    checkDoor(database, seen, booked, query),
    warningsAbout(database, booked, now),
  ]);
  const kept = await store(service, { organizationId, image, keep, origin });
  return {
    ...decision,
    booked: {
      usdot_number: String(booked.usdot_number),
      mc_numbers: booked.dockets,
      names: booked.names,
    },
    warnings,
    findings: findingsOf(facts),
    readings: describeReadings({ ...seen, fields }),
    ...kept,
  };
}

async function withinDeadline<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const aborted = new AbortController();
  try {
    return await withDeadline(read(aborted.signal), DEADLINE_MS, 'Reading the image');
  } catch (error) {
    aborted.abort();
    if (error instanceof AppError && error.kind === 'invalid')
      throw invalid([{ type: 'image_invalid', loc: ['body', 'image'], msg: error.message, input: null }]);
    if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
    throw new AppError('unavailable', 'The image could not be read in time. Retry shortly.', {
      detail: error.message,
      cause: error,
      retryAfterSeconds: 5,
    });
  }
}

type Kept = Pick<DockCheck, 'is_kept' | 'image_id' | 'not_kept_reason'>;

/** The answer is worth more than the file: a failure to store the image is part of the answer. */
async function store(
  { images, log }: DockCheckService,
  { organizationId, image, keep, origin }: Omit<DockRequest, 'booking'>,
): Promise<Kept> {
  if (keep === null) return { is_kept: false, image_id: null, not_kept_reason: null };
  try {
    const receive = async (file: Sink) => ({
      record: keep,
      ...(await receiveBytes(Readable.from([image]), file)),
    });
    const image_id = await ingestReceived(images, organizationId, receive, origin);
    return { is_kept: true, image_id, not_kept_reason: null };
  } catch (error) {
    const reason = error instanceof AppError ? error.message : 'The image could not be stored.';
    log.warn({ organization_id: organizationId, error }, 'the image of a dock check was not stored');
    return { is_kept: false, image_id: null, not_kept_reason: reason };
  }
}
