import { type CreateImage, imageProblems, type UploadImage } from '../../contract/image.ts';
import type { Problem } from '../../contract/problem.ts';
import { shown } from '../../contract/validate.ts';
import type { Outbound } from '../../lib/outbound.ts';

/** A validated ingest request, with the names of the columns. The state has two letters. */
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
    ...{ source, time_captured, latitude, longitude, city, state, route, traffic_direction, alpr_confidence },
    ...{ box_xmin: box.xmin, box_ymin: box.ymin, box_xmax: box.xmax, box_ymax: box.ymax },
    ...{ alpr_state: alpr_state ?? '', plate_number: plate_number ?? null },
  };
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
