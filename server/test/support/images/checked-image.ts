import { publicOnly } from '../../../src/adapters/outbound/address-policy.ts';
import { urlRefusal } from '../../../src/adapters/outbound/url-refusal.ts';
import { CreateImage } from '../../../src/contract/image.ts';
import { createValidator } from '../../../src/contract/validate.ts';
import {
  type IngestRecord,
  ingestProblems,
  toIngestRecord,
} from '../../../src/domain/images/ingest-record.ts';
import { invalid } from '../../../src/lib/errors.ts';
import type { Outbound } from '../../../src/lib/outbound.ts';

const validate = createValidator(CreateImage, 'body');
const publicHosts: Outbound['refusal'] = (url) => urlRefusal(url, publicOnly);

/** The record of a valid ingest request, as the route makes it; throws every problem of an invalid one. */
export function checkedImage(body: unknown, now: Date, refusal = publicHosts): IngestRecord {
  const { value, problems } = validate(body);
  const isWhole = problems.every(({ loc }) => loc.length > 1);
  const more = isWhole ? ingestProblems(value as Partial<CreateImage>, now, refusal) : [];
  if (problems.length + more.length > 0) throw invalid([...problems, ...more]);
  return toIngestRecord(value as CreateImage);
}
