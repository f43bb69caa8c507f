import { mapConcurrent } from '../../lib/async/map-concurrent.ts';
import { paginationOf } from '../../lib/pagination.ts';
import { newestPictures } from '../observations/last-picture.ts';
import type { ObservationFilter } from '../observations/observation.ts';
import { pageObservationsJson } from '../observations/page-observations-json.ts';
import { inOwnPlace, type ObservationService } from './observation-service.ts';

export type ObservationQuery = {
  organizationId: number;
  usdotNumbers: number[];
  /** The answer's form: a list was asked for, though it may hold one number. */
  isList: boolean;
  filter: Omit<ObservationFilter, 'usdotNumber'>;
  page: number;
  pageSize: number;
  withQuality: boolean;
  withPicture: boolean;
  /** Where this service is reached; picture links start with it. */
  baseUrl: string;
};

/** Of a list: so many carriers are read at the same time. */
const CARRIERS_AT_ONCE = 4;

type Read = { detail: string; observations: Buffer; total: number; picture: string };

/** The bytes of the answer, one carrier's form or a list's. */
export function carrierObservations(service: ObservationService, query: ObservationQuery): Promise<Buffer> {
  return inOwnPlace(service, 'carriers', query.organizationId, async () => {
    const { page, pageSize, isList } = query;
    const read = await mapConcurrent(CARRIERS_AT_ONCE, query.usdotNumbers, (number) =>
      readCarrier(service, query, number),
    );
    if (isList) {
      const carriers = read.flatMap((one, i) => [i > 0 ? ',{' : '{', ...parts(one), '}']);
      const pagination = JSON.stringify({ page, page_size: pageSize });
      return joined(['{"carriers":[', ...carriers, `],"pagination":${pagination}}`]);
    }
    const [one] = read;
    if (!one) return Buffer.from('{}');
    const returned = Math.max(0, Math.min(pageSize, one.total - (page - 1) * pageSize));
    const pagination = JSON.stringify(paginationOf(page, pageSize, returned, one.total));
    return joined(['{', ...parts(one), `,"pagination":${pagination}}`]);
  });
}

function parts({ detail, observations, picture }: Read): (string | Buffer)[] {
  return [`"fmcsa_detail":${detail},"observations":`, observations, picture];
}

function joined(pieces: (string | Buffer)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

async function readCarrier(
  service: ObservationService,
  { filter, page, pageSize, withQuality, withPicture, baseUrl }: ObservationQuery,
  usdotNumber: number,
): Promise<Read> {
  const asked = { ...filter, usdotNumber };
  const [detail, list, picture] = await Promise.all([
    service.details.of(usdotNumber),
    pageObservationsJson(service.reader, asked, page, pageSize, withQuality),
    withPicture ? lastPicture(service, usdotNumber, baseUrl) : undefined,
  ]);
  const shown = picture === undefined ? '' : `,"last_seen_image":${JSON.stringify(picture)}`;
  return { detail, ...list, picture: shown };
}

/** The newest sighting whose picture is still kept, whatever the filter; null when there is none. */
async function lastPicture({ reader, pictures }: ObservationService, usdotNumber: number, baseUrl: string) {
  const sightings = await newestPictures(reader, usdotNumber);
  const links = await pictures(sightings.map(({ image_id }) => image_id));
  const newest = sightings.find(({ image_id }) => links.has(image_id));
  const link = newest && links.get(newest.image_id);
  if (!newest || !link) return null;
  return {
    image_url: baseUrl + link.path,
    time_captured: newest.time_captured.toISOString(),
    location_city: newest.location_city,
    location_state: newest.location_state,
    expires_at: link.expiresAt.toISOString(),
  };
}
