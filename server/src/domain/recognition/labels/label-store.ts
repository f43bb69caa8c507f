import type { Correction } from '../../../contract/image.ts';
import { type Db, statement, type Transaction } from '../../../db/database.ts';
import { bucketOfImage, bucketOfSighting, forBuckets } from '../../../lib/camera-bucket.ts';
import { capturedIn, daysAround } from '../../images/retention/captured-days.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import type { Label } from './label.ts';

type NewLabel = Label & {
  imageId: string;
  organizationId: number;
  userId: number;
  readValue: string;
  readScore: string;
};

/** The value that was read is that of the first correction: later ones correct a person. */
const put = statement(
  'labels.put',
  `insert into image_labels as l (image_id, field, organization_id, value, plate_state, read_value, read_score, user_id, bucket)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (image_id, field, bucket) do update set value = excluded.value, plate_state = excluded.plate_state,
     user_id = excluded.user_id, corrected_at = excluded.corrected_at`,
);

export async function putLabel(tx: Transaction, label: NewLabel): Promise<void> {
  const { imageId, field, organizationId, value, plate_state, readValue, readScore, userId } = label;
  await tx.run(put, [
    ...[imageId, field, organizationId, value, plate_state, readValue, readScore, userId],
    bucketOfImage(imageId),
  ]);
}

const remove = statement(
  'labels.delete',
  'delete from image_labels where image_id = $1 and field = $2 and bucket = $3',
);

export async function deleteLabel(tx: Transaction, imageId: string, field: string): Promise<boolean> {
  return (await tx.run(remove, [imageId, field, bucketOfImage(imageId)])) > 0;
}

const ofImages = statement(
  'labels.of-images',
  `select image_id, field, value, plate_state from image_labels where image_id = any($1::uuid[]) and bucket = $2
    order by field`,
);

/** Labels by image. One lookup in the primary key per image. */
export async function findLabels(db: Db, imageIds: string[]): Promise<Map<string, Label[]>> {
  const rows = await forBuckets(imageIds, bucketOfImage, (own, bucket) =>
    db.rows<Label & { image_id: string }>(ofImages, [own, bucket]),
  );
  return Map.groupBy(rows.flat(), ({ image_id }) => image_id);
}

const list = statement(
  'labels.list',
  `select field, nullif(value, '') as value, plate_state, read_value, corrected_at, user_id
     from image_labels where image_id = $1 and bucket = $2 order by field`,
);
const emails = statement('labels.correctors', 'select id, email from users where id = any($1::int[])');

/** The corrections of an image as the API shows them. */
export async function listCorrections(db: Db, imageId: string): Promise<Correction[]> {
  type Row = Omit<Correction, 'corrected_at' | 'corrected_by'> & {
    corrected_at: Date;
    user_id: number | null;
  };
  const rows = await db.rows<Row>(list, [imageId, bucketOfImage(imageId)]);
  if (rows.length === 0) return [];
  const users = await db.rows<{ id: number; email: string }>(emails, [rows.map(({ user_id }) => user_id)]);
  const emailOf = new Map(users.map(({ id, email }) => [id, email]));
  return rows.map(({ user_id, corrected_at, ...row }) => ({
    ...row,
    corrected_at: corrected_at.toISOString(),
    corrected_by: (user_id !== null && emailOf.get(user_id)) || null,
  }));
}

const removeOf = statement(
  'labels.delete-of-sightings',
  `delete from image_labels where bucket = $4 and image_id in (
     select id from images where sighting_id = any($1::bigint[]) and bucket = $4 and ${capturedIn('$2', '$3')})`,
);

/** Deletes the labels of all images of sightings. */
export async function deleteLabelsOf(tx: Transaction, sightings: readonly ObservationKey[]): Promise<void> {
  const ids = sightings.map(({ id }) => id);
  await forBuckets(ids, bucketOfSighting, (own, bucket) =>
    tx.run(removeOf, [own, ...daysAround(sightings), bucket]),
  );
}
