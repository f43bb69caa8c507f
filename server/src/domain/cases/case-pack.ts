import { FoundSighting } from '../../contract/sightings/found-sighting.ts';
import { MAX_FILE_SIGHTINGS } from '../../contract/sightings/vehicle-file.ts';
import { type Db, readRow, statement } from '../../db/database.ts';
import { csvHead, csvRows } from '../../lib/csv/write-csv.ts';
import { AppError } from '../../lib/errors.ts';
import { DEMO_WATERMARK } from '../../lib/pdf/pdf-document.ts';
import type { NewKey } from '../../lib/signed-files/ed25519-key.ts';
import {
  type Attachment,
  attachmentOf,
  signFile,
  stampedHash,
  timeStampPart,
  withTimeStamp,
} from '../../lib/signed-files/signed-file.ts';
import { VERSION } from '../../lib/version.ts';
import { storedZip, type ZipEntry } from '../../lib/zip/stored-zip.ts';
import { fetchStored } from '../images/fetch-stored.ts';
import { CONTENT_TYPES } from '../images/image-format.ts';
import { findImage } from '../images/image-rows.ts';
import type { ImageService } from '../images/image-service.ts';
import type { Observation } from '../observations/observation.ts';
import { describeSightings } from '../sightings/describe-sightings.ts';
import type { Viewer } from '../sightings/search/filters.ts';
import { searchSightings } from '../sightings/search/search-sightings.ts';
import { signingKey } from '../signing/signing-keys.ts';
import { requestTimeStamp } from '../signing/time-stamps.ts';
import type { CaseService } from './case-service.ts';
import { type CaseRow, readCase } from './case-store.ts';
import { CASE_PACK, describeCase, MANIFEST, type PackContent, type PackImage } from './pack-content.ts';
import { packSummary } from './pack-summary.ts';

/** What one pack holds. */
const MAX_IMAGES = 300;
const MAX_IMAGE_BYTES = 100_000_000;

export type Packer = Viewer & { userId: number; withQuality: boolean };
export type CasePack = { name: string; parts: Buffer[]; shown: Observation[] };

const organizationOf = statement(
  'cases.organization',
  'select name, is_demo from organizations where id = $1',
);
const COLUMNS = Object.keys(FoundSighting.properties).filter(
  (name) => name !== 'images' && name !== 'is_exact',
);

/** The pack of a case as of now, as the parts of a ZIP file: sightings, images, a summary, and a signed manifest of all of them. */
export async function makePack(service: CaseService, packer: Packer, caseId: string): Promise<CasePack> {
  const row = await readCase(service.db, packer.organizationId, caseId);
  return service.packsAtOnce(() => pack(service, packer, row));
}

async function pack(service: CaseService, packer: Packer, row: CaseRow): Promise<CasePack> {
  const { db, clock, sealing, images } = service;
  const { organizationId } = packer;
  const found = await sightingsOf(service, packer, row);
  const described = await describeSightings(service.reader, found.found, organizationId, packer.withQuality);
  const sightings = described.map(({ is_exact: _, ...one }) => one);
  const observations = found.found.map(({ observation }) => observation);
  const own = observations.filter((one) => one.organization_id === organizationId);
  const { files: imageFiles, listed } = await imagesOf(images, own);
  const { name: organization, is_demo } = await readRow<{ name: string; is_demo: boolean }>(
    db,
    organizationOf,
    [organizationId],
  );
  const content: PackContent = {
    milepost: VERSION,
    case: describeCase(row),
    organization: { id: organizationId, name: organization },
    made_by: packer.userId,
    sightings: sightings.length,
    is_complete: found.nextCursor === null,
    images: listed,
    other_cameras: observations
      .filter((one) => one.organization_id !== organizationId && one.image_id !== null)
      .map(({ location_state, time_captured }) => ({
        region: location_state,
        day: time_captured.toISOString().slice(0, 10),
      })),
  };
  const rows = [
    file('sightings.json', 'application/json', Buffer.from(`${JSON.stringify(sightings, null, 1)}\n`)),
    file('sightings.csv', 'text/csv', Buffer.from(csvHead(COLUMNS) + csvRows(COLUMNS, sightings))),
  ];
  const imageAttachments = imageFiles.map(({ attachment }) => attachment);
  const named = observations.map((one, i) => ({ ...one, carrier_name: described[i]?.carrier_name ?? '' }));
  const watermark = is_demo ? DEMO_WATERMARK : null;
  const summary = await packSummary(content, named, imageAttachments, clock.now(), watermark);
  const files = [file('summary.pdf', 'application/pdf', summary), ...rows, ...imageFiles];
  const signed = await db.transaction(async (tx: Db) => {
    const key = await signingKey(tx, sealing, clock.now());
    const now = clock.now();
    const part = { type: CASE_PACK, created_at: now.toISOString(), content };
    const manifest = signFile({ ...part, attachments: files.map(({ attachment }) => attachment) }, key);
    return { manifest, key, now };
  });
  const manifest = await stamped(service, signed);
  const entries = [{ name: MANIFEST, bytes: manifest }, ...files.map(({ entry }) => entry)];
  const parts = storedZip(entries, signed.now);
  return { name: `case-${row.value}-${row.id.slice(0, 8)}.zip`, parts, shown: observations };
}

/** The manifest with a time stamp, if the authority gives one in time. A pack does not wait for a second attempt. */
async function stamped(
  { timeStamps }: CaseService,
  { manifest, key }: { manifest: Buffer; key: NewKey },
): Promise<Buffer> {
  const token = timeStamps && (await requestTimeStamp(timeStamps, stampedHash(manifest)));
  return token ? withTimeStamp(manifest, timeStampPart(manifest, token, key)) : manifest;
}

type PackFile = { entry: ZipEntry; attachment: Attachment };

function file(name: string, mediaType: string, bytes: Buffer): PackFile {
  return { entry: { name, bytes }, attachment: attachmentOf(name, mediaType, bytes) };
}

async function sightingsOf(service: CaseService, viewer: Viewer, row: CaseRow) {
  const page = await searchSightings(service, viewer, {
    filters: {
      values: { [row.kind]: row.value },
      plateState: row.plate_state || undefined,
      usdotNumber: row.usdot_number || undefined,
      from: row.start_time,
      to: row.end_time,
    },
    withSimilar: false,
    cursor: null,
    pageSize: MAX_FILE_SIGHTINGS,
    withTotal: false,
  });
  // A pack that looks complete must be.
  if (page.searchedFrom !== null)
    throw new AppError('unavailable', 'The sightings could not be read in time. Retry shortly.', {
      retryAfterSeconds: 10,
    });
  return page;
}

/** The stored images of sightings, newest first, and what is listed about each. */
async function imagesOf(service: ImageService, sightings: Observation[]) {
  const files: PackFile[] = [];
  const listed: PackImage[] = [];
  let bytesLeft = MAX_IMAGE_BYTES;
  const seen = new Set<string>();
  for (const { id, image_id, view_image_ids, source, time_captured } of sightings)
    for (const imageId of [...(image_id === null ? [] : [image_id]), ...(view_image_ids ?? [])]) {
      if (seen.has(imageId)) continue;
      seen.add(imageId);
      const row = await findImage(service.db, imageId);
      const about = {
        ...{ image_id: imageId, sighting_id: id, camera: row?.source ?? source, file: null },
        time_captured: (row?.time_captured ?? time_captured).toISOString(),
      };
      const isStored = row !== null && row.image_deleted_at === null;
      if (isStored && (files.length === MAX_IMAGES || row.byte_size > bytesLeft)) {
        listed.push({ ...about, state: 'left out' });
        continue;
      }
      const bytes = isStored ? await fetchStored(service.blobs, row) : null;
      if (!isStored || bytes === null) {
        listed.push({ ...about, state: 'deleted' });
        continue;
      }
      const name = `images/${imageId}.${row.format === 'jpeg' ? 'jpg' : row.format}`;
      bytesLeft -= bytes.length;
      files.push(file(name, CONTENT_TYPES[row.format], bytes));
      listed.push({ ...about, state: 'stored', file: name });
    }
  return { files, listed };
}
