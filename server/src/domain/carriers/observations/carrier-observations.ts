import type { CarrierDetail } from '../../../contract/carrier.ts';
import type { LastSeenImage } from '../../../contract/observation.ts';
import { LOCKS } from '../../../db/advisory-locks.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import { findNewestWithImage } from '../../observations/find-observation.ts';
import type { ObservationFilter } from '../../observations/observation.ts';
import {
  listObservations,
  listVinObservations,
  type ObservationPage,
  type PageRequest,
} from '../../observations/page-observations.ts';
import { limitCalls, type ObservationService } from './observation-service.ts';

export type ObservationQuery = PageRequest & {
  organizationId: number;
  usdotNumbers: number[];
  filter: Omit<ObservationFilter, 'usdotNumber'>;
  withImage: boolean;
  /** The beginning of image links. */
  baseUrl: string;
};

export type CarrierPage = ObservationPage & {
  usdotNumber: number;
  /** Null when no federal register has the carrier. */
  detail: CarrierDetail | null;
  /** Null when no image exists; absent without `withImage`. */
  lastSeenImage?: LastSeenImage | null;
};

const CONCURRENT_READS = 4;

/** The record and a page of observations of each carrier, in the order of the numbers. */
export function carrierObservations(
  service: ObservationService,
  query: ObservationQuery,
): Promise<CarrierPage[]> {
  const { reader, details } = service;
  return limitCalls(service, LOCKS.carrierObservationCalls, query.organizationId, () =>
    mapConcurrent(CONCURRENT_READS, query.usdotNumbers, async (usdotNumber) => {
      const [detail, page, lastSeenImage] = await Promise.all([
        details.read(usdotNumber),
        listObservations(reader, { ...query.filter, usdotNumber }, query),
        query.withImage ? findLastSeenImage(service, usdotNumber, query.baseUrl) : undefined,
      ]);
      return { usdotNumber, detail, ...page, ...(lastSeenImage !== undefined && { lastSeenImage }) };
    }),
  );
}

/** The newest sighting whose image still exists, whatever the filter. */
async function findLastSeenImage(
  { reader, imageLinks }: ObservationService,
  usdotNumber: number,
  baseUrl: string,
): Promise<LastSeenImage | null> {
  const sightings = await findNewestWithImage(reader, usdotNumber);
  const links = await imageLinks(sightings.map(({ image_id }) => image_id));
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

type VinQuery = PageRequest & { organizationId: number; vins: string[] };
type VinPage = ObservationPage & { vin: string };

/** A page of the observations of each VIN, in the order of the VINs. */
export function vinObservations(service: ObservationService, query: VinQuery): Promise<VinPage[]> {
  return limitCalls(service, LOCKS.vinObservationCalls, query.organizationId, () =>
    mapConcurrent(CONCURRENT_READS, query.vins, async (vin) => ({
      vin,
      ...(await listVinObservations(service.reader, vin, query)),
    })),
  );
}
