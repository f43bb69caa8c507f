import { invalid } from '../../lib/errors.ts';
import { stateCode } from '../../lib/identifiers/state-code.ts';
import { parseIsoTime } from '../../lib/iso-time.ts';
import type { Outbound } from '../../lib/outbound.ts';
import { FieldReader } from './field-reader.ts';
import type { IngestRecord } from './ingest-record.ts';

const DAY_MS = 86_400_000;
const LONGEST_URL = 4_096;
const BOX = ['detection_bounding_box'];
const PLACE = ['source_location_info'];
const PLATE = ['detection_metadata'];

/** The checked record, or every problem with it at once. Needs no look-up and no database. */
export function readIngestRecord(body: unknown, now: Date, refusal: Outbound['refusal']): IngestRecord {
  const read = new FieldReader(body);
  if (!read.has([])) throw invalid(read.problems);
  const source = read.text(['source']);
  const imageUrl = read.text(['image_url'], LONGEST_URL);
  if (imageUrl !== '') {
    const refused = refusal(imageUrl);
    // A password or a signature may be in it: then it is not sent back.
    const secret = /[@?]/.test(imageUrl);
    if (refused) read.note(['image_url'], refused.reason, refused.message, secret);
  }
  const record: IngestRecord = {
    source,
    imageUrl,
    timeCaptured: readTime(read, now),
    box: readBox(read),
    ...readPlace(read),
    ...readPlate(read),
  };
  if (read.problems.length > 0) throw invalid(read.problems);
  return record;
}

function readTime(read: FieldReader, now: Date): Date {
  const path = ['time_captured'];
  const time = read.parsed(path, parseIsoTime, 'datetime_parsing', 'Must be an ISO 8601 date and time');
  if (time && time.getTime() > now.getTime() + DAY_MS) {
    read.note(path, 'datetime_future', 'Must not be more than 24 hours in the future');
  }
  return time ?? now;
}

/** In pixels, or in parts of the picture: then no value is above 1. Both forms are kept as they came. */
function readBox(read: FieldReader): IngestRecord['box'] {
  const side = (name: string) => read.number([...BOX, name], 0, Number.POSITIVE_INFINITY);
  if (!read.has(BOX)) return { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
  const box = { xmin: side('xmin'), ymin: side('ymin'), xmax: side('xmax'), ymax: side('ymax') };
  if (box.xmin >= box.xmax) read.note([...BOX, 'xmax'], 'value_error', 'xmax must be greater than xmin');
  if (box.ymin >= box.ymax) read.note([...BOX, 'ymax'], 'value_error', 'ymax must be greater than ymin');
  return box;
}

function readPlace(read: FieldReader) {
  const there = read.has(PLACE);
  const text = (name: string) => (there ? read.text([...PLACE, name]) : '');
  const number = (name: string, most: number) => (there ? read.number([...PLACE, name], -most, most) : 0);
  const state = () => read.parsed([...PLACE, 'state'], stateCode, 'value_error', STATE_MESSAGE);
  return {
    latitude: number('latitude', 90),
    longitude: number('longitude', 180),
    city: text('city'),
    state: (there && state()) || '',
    route: text('route'),
    trafficDirection: text('traffic_direction'),
  };
}

const STATE_MESSAGE = 'Must be the name of a state or its two letters';

function readPlate(read: FieldReader) {
  const there = read.has(PLATE);
  const state = () => read.parsed([...PLATE, 'alpr_state'], plateState, 'value_error', STATE_MESSAGE);
  return {
    alprConfidence: there ? read.number([...PLATE, 'alpr_confidence'], 0, 1) : 0,
    alprState: (there && state()) || '',
    plateNumber: there ? read.optionalText([...PLATE, 'plate_number'], 32) : null,
  };
}

/** Plates come from further away than roads: letters of a state that we do not know are taken as they are. */
function plateState(text: string): string | null {
  return stateCode(text) ?? (/^[A-Za-z]{2,3}$/.test(text) ? text.toUpperCase() : null);
}
