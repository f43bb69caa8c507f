import { type Db, statement } from '../../../db/database.ts';
import type { ImageFormat } from '../../images/image-format.ts';
import type { Box, Quad } from '../recognizer.ts';
import { type PackedReading, unpackReading } from '../sighting/packed-reading.ts';
import type { StoredReading } from '../sighting/view.ts';
import { type Label, readingOf } from './label.ts';

export type LabelFilter = { organizationId: number | null; since: Date | null };

/** One field of a labeled image, as `milepost export labels` writes it. */
export type ExportedLabel = {
  field: Label['field'];
  /** Null when the image does not show the field. */
  value: string | null;
  plate_state: string;
  /** What was read when the label was stored, and how confidently. */
  read_value: string;
  read_score: string;
  /** Where the field was read, in pixels of the upright image; empty when it was not read. */
  quads: Quad[];
};

export type LabeledImage = {
  imageId: string;
  organizationId: number;
  sha256: Buffer;
  format: ImageFormat;
  /** The part of the image that is read. */
  box: Box;
  labels: ExportedLabel[];
};

type Row = Pick<LabeledImage, 'imageId' | 'organizationId' | 'sha256' | 'format' | 'box'> & {
  readings: PackedReading | null;
  labels: (Omit<ExportedLabel, 'quads' | 'value'> & { value: string })[];
};

const PAGE = 200;

/** Cost: one lookup per labeled image; the labels of an image are adjacent in the primary key. */
const page = statement(
  'labels.export',
  `select i.id as "imageId", i.organization_id as "organizationId", i.sha256, i.format, i.readings, l.labels,
          json_build_object('xmin', i.box_xmin, 'ymin', i.box_ymin, 'xmax', i.box_xmax, 'ymax', i.box_ymax) as box
     from (select image_id, bucket, json_agg(json_build_object('field', field, 'value', value, 'plate_state', plate_state,
                    'read_value', read_value, 'read_score', read_score) order by field) as labels
             from image_labels
            where image_id > $1 and ($2::integer is null or organization_id = $2)
              and ($3::timestamptz is null or corrected_at >= $3)
            group by image_id, bucket) l
     join images i on i.id = l.image_id and i.bucket = l.bucket and i.image_deleted_at is null
    order by i.id limit ${PAGE}`,
);

/** The images with labels whose bytes are still stored, in the order of their ids. */
export async function* labeledImages(
  db: Db,
  { organizationId, since }: LabelFilter,
): AsyncGenerator<LabeledImage> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.rows<Row>(page, [after, organizationId, since]);
    for (const row of rows) yield labeledImage(row);
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.imageId ?? after;
  }
}

function labeledImage({ readings, labels, ...image }: Row): LabeledImage {
  return {
    ...image,
    labels: labels.map(({ value, ...label }) => ({
      ...label,
      value: value === '' ? null : value,
      quads: quadsOf(readings && unpackReading(readings), label.field),
    })),
  };
}

function quadsOf(read: StoredReading | null, field: Label['field']): Quad[] {
  const lines = (readingOf(read, field)?.lines ?? []).map((index) => read?.lines[index]);
  return lines.flatMap((line) => (line ? [line.quad] : []));
}
