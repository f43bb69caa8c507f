import { type CreateImage, imageProblems, type UploadImage } from '../../contract/image.ts';
import type { Problem } from '../../contract/problem.ts';
import { shown } from '../../contract/validate.ts';
import { invalid } from '../../lib/errors.ts';
import type { Outbound } from '../../lib/outbound.ts';

/** A validated ingest request, with the names of the columns. */
export type IngestRecord = Pick<UploadImage, 'source' | 'time_captured'> &
  UploadImage['source_location_info'] & {
    box_xmin: number;
    box_ymin: number;
    box_xmax: number;
    box_ymax: number;
    alpr_confidence: number;
    alpr_state: string;
    plate_number: string | null;
  };

export function toIngestRecord(image: UploadImage): IngestRecord {
  const {
    source,
    time_captured,
    detection_bounding_box: box,
    source_location_info,
    detection_metadata,
  } = image;
  const { latitude, longitude, city, state, route, traffic_direction } = source_location_info;
  const { alpr_confidence, alpr_state, plate_number } = detection_metadata;
  return {
    ...{ source, time_captured, latitude, longitude, city, state, route, traffic_direction },
    ...{ box_xmin: box.xmin, box_ymin: box.ymin, box_xmax: box.xmax, box_ymax: box.ymax },
    ...{ alpr_state: alpr_state ?? '', plate_number: plate_number ?? null },
    alpr_confidence: alpr_confidence > 1 ? alpr_confidence / 100 : alpr_confidence,
  };
}

/** The record with the edges of its box moved into the image. The unit of the box stays. */
export function clampBox(
  record: IngestRecord,
  { width, height }: { width: number; height: number },
): IngestRecord {
  const { box_xmin, box_ymin, box_xmax, box_ymax } = record;
  const isFraction = Math.max(box_xmin, box_ymin, box_xmax, box_ymax) <= 1;
  const [right, bottom] = isFraction ? [1, 1] : [width, height];
  const inside = (edge: number, most: number) => Math.min(Math.max(edge, 0), most);
  const clamped = {
    ...record,
    box_xmin: inside(box_xmin, right),
    box_ymin: inside(box_ymin, bottom),
    box_xmax: inside(box_xmax, right),
    box_ymax: inside(box_ymax, bottom),
  };
  if (clamped.box_xmin < clamped.box_xmax && clamped.box_ymin < clamped.box_ymax) return clamped;
  const msg = `The box is outside the image, which has ${width} × ${height} pixels`;
  throw invalid([{ type: 'value_error', loc: ['body', 'detection_bounding_box'], msg, input: null }]);
}

/** Problems that the schema cannot express; invalid fields are absent. */
export function ingestProblems(
  image: Partial<CreateImage>,
  now: Date,
  refusal: Outbound['refusal'],
): Problem[] {
  const { image_url: url } = image;
  const refused = url ? refusal(url) : null;
  const problems = imageProblems(image, now);
  if (refused) {
    const loc = ['body', 'image_url'];
    problems.push({ type: refused.reason, loc, msg: refused.message, input: shown(url) });
  }
  return problems;
}
