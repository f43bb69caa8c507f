import {
  CreateDockCheck,
  DockCheck,
  DockCheckForm,
  UploadDockCheck,
} from '../../contract/brokers/dock-check.ts';
import { imageProblems, MAX_IMAGE_BYTES } from '../../contract/image.ts';
import type { Problem } from '../../contract/problem.ts';
import { createValidator, shown } from '../../contract/validate.ts';
import {
  admitDockCheck,
  receiveFrom,
  receiveImageBytes,
  runDockCheck,
} from '../../domain/dock-checks/run-dock-check.ts';
import { type IngestRecord, toIngestRecord } from '../../domain/images/ingest-record.ts';
import { AppError, invalid } from '../../lib/errors.ts';
import { type Caller, DOCK_CHECK_ROLES, ingestAccess, user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';
import type { Services } from '../services.ts';
import { readUpload } from '../streams/read-upload.ts';
import { originOf } from './images.ts';
import { isWhole, MAX_RECORD_BYTES, parseRecord, receiveImage } from './uploads.ts';

const route = routeOf('Images');
const SOURCE = 'dock-check';
const MAX_PROBLEMS = 50;

const checkRecord = createValidator(UploadDockCheck, 'body');
const access = user({ token: 'either', roles: DOCK_CHECK_ROLES });
const audit = {
  action: 'dock-check.run',
  kind: 'read',
  object: ['carrier', 'response.booked.usdot_number'],
  showsVehicles: true,
} as const;
const errors = {
  400: 'A field is invalid, the carrier is not in the federal files, or the image cannot be read.',
  403: 'The user lacks the role, or `keep` was sent without the role `image-ingest-endpoint`.',
  429: 'Too many dock checks at once, or the quota `dock_checks_per_day` is reached.',
  503: 'The image could not be read in time. `Retry-After` is present.',
};
const description =
  'Reads the image at once, without the queue, and compares number, names, MC number and vehicle with the booked carrier. The answer is `yes` only when the booked USDOT number was read with High, a name of the carrier is on the door, and nothing contradicts; `no` when the door shows another carrier; otherwise `cannot_tell`, with what would help. The image is not stored unless `keep` is sent.';

function problemsOf({ images }: Services, record: Partial<UploadDockCheck>): Problem[] {
  const { usdot_number, mc_number, keep, source_location_info, time_captured } = record;
  const problems = imageProblems({ ...(time_captured && { time_captured }) }, images.clock.now());
  const add = (field: string, type: string, msg: string) =>
    problems.push({ type, loc: ['body', field], msg, input: null });
  if (usdot_number === undefined && mc_number === undefined)
    add('usdot_number', 'missing', 'Send usdot_number or mc_number');
  if (usdot_number !== undefined && mc_number !== undefined)
    add('mc_number', 'value_error', 'Send either usdot_number or mc_number');
  if (keep && source_location_info === undefined)
    add('source_location_info', 'missing', 'Required with keep: where the image was taken');
  return problems;
}

function bookingOf({ usdot_number, mc_number }: UploadDockCheck) {
  return usdot_number === undefined ? { mcNumber: mc_number as number } : { usdotNumber: usdot_number };
}

/** The record of an image to keep; null without `keep`. */
function keptRecord({ images }: Services, record: UploadDockCheck, caller: Caller): IngestRecord | null {
  const { keep, source = SOURCE, time_captured, source_location_info } = record;
  if (!keep || source_location_info === undefined) return null;
  if (!caller.roles.some((role) => ingestAccess.roles?.includes(role)))
    throw new AppError('forbidden', 'Storing the image needs the role image-ingest-endpoint.');
  return toIngestRecord({
    source,
    time_captured: time_captured ?? images.clock.now(),
    source_location_info,
    detection_bounding_box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 },
    detection_metadata: { alpr_confidence: 0, alpr_state: null, plate_number: null },
  });
}

/** Bytes that cannot be downloaded are an error of the request here, as in an upload. */
function asInvalid(error: unknown): never {
  if (!(error instanceof AppError) || error.kind !== 'failed') throw error;
  throw invalid([{ type: 'image_invalid', loc: ['body', 'image_url'], msg: error.message, input: null }]);
}

export const dockCheckRoutes: Route[] = [
  route('POST /dock-check', {
    operationId: 'checkDock',
    summary: 'Compare a door with the booked carrier, by the URL of an image',
    description,
    access,
    rate: 'expensive',
    audit,
    body: CreateDockCheck,
    example: { image_url: 'https://images.example/dock/7.jpg', usdot_number: '4000007' },
    success: { schema: DockCheck, description: 'The answer, what was read, and why.' },
    errors,
    rules: (services, { body }) => {
      const { image_url: url } = body;
      const refused = url ? services.images.outbound.refusal(url) : null;
      const problems = problemsOf(services, body);
      if (refused)
        problems.push({
          type: refused.reason,
          loc: ['body', 'image_url'],
          msg: refused.message,
          input: shown(url),
        });
      return problems;
    },
    handler: (services, { body, caller, request }) =>
      admitDockCheck(caller.organization_id, async () => {
        const { dockChecks } = services;
        const keep = keptRecord(services, body, caller);
        const image = await receiveImageBytes(receiveFrom(dockChecks, body.image_url)).catch(asInvalid);
        return runDockCheck(dockChecks, {
          organizationId: caller.organization_id,
          booking: bookingOf(body),
          origin: originOf(request),
          ...{ image, keep },
        });
      }),
  }),
  route('POST /dock-check/upload', {
    operationId: 'checkDockUpload',
    summary: 'Compare a door with the booked carrier, by the bytes of an image',
    description: `A form with the parts \`record\` (JSON) and \`image\` (the file), in any order. ${description}`,
    access,
    rate: 'expensive',
    audit,
    bodyType: 'multipart/form-data',
    body: DockCheckForm,
    success: { schema: DockCheck, description: 'The answer, what was read, and why.' },
    errors: {
      ...errors,
      413: `The image is larger than ${MAX_IMAGE_BYTES} bytes, or the record is larger than ${MAX_RECORD_BYTES}.`,
      415: 'Content-Type must be multipart/form-data.',
    },
    handler: (services, { caller, request }) =>
      admitDockCheck(caller.organization_id, async () => {
        let image: Buffer = Buffer.alloc(0);
        const { text } = await readUpload(request.raw, {
          field: 'record',
          maxFieldBytes: MAX_RECORD_BYTES,
          file: 'image',
          maxFileBytes: MAX_IMAGE_BYTES,
          receive: async (bytes) => {
            image = await receiveImageBytes((sink) => receiveImage(bytes, sink));
          },
        });
        const { value, problems } = checkRecord(parseRecord(text));
        const record = value as UploadDockCheck;
        if (isWhole(problems)) problems.push(...problemsOf(services, record));
        if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
        return runDockCheck(services.dockChecks, {
          organizationId: caller.organization_id,
          booking: bookingOf(record),
          image,
          keep: keptRecord(services, record, caller),
          origin: originOf(request),
        });
      }),
  }),
];
