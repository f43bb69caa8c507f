import { type CreateImage, imageProblems, type UploadImage } from '../../contract/image.ts';
import type { Problem } from '../../contract/problem.ts';
import { shown } from '../../contract/validate.ts';
import type { Outbound } from '../../lib/outbound.ts';

/** A validated ingest request. */
export type IngestRecord = {
  source: string;
  timeCaptured: Date;
  box: CreateImage['detection_bounding_box'];
  latitude: number;
  longitude: number;
  city: string;
  /** Two letters. */
  state: string;
  route: string;
  trafficDirection: string;
  alprConfidence: number;
  alprState: string;
  plateNumber: string | null;
};

export function toIngestRecord(image: UploadImage): IngestRecord {
  const { source_location_info: location, detection_metadata: plate } = image;
  return {
    source: image.source,
    timeCaptured: image.time_captured,
    box: image.detection_bounding_box,
    latitude: location.latitude,
    longitude: location.longitude,
    city: location.city,
    state: location.state,
    route: location.route,
    trafficDirection: location.traffic_direction,
    alprConfidence: plate.alpr_confidence,
    alprState: plate.alpr_state ?? '',
    plateNumber: plate.plate_number ?? null,
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
