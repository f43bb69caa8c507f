import { mapConcurrent } from '../../lib/async/map-concurrent.ts';
import { pageVinObservations } from '../observations/vin-observations.ts';
import { inOwnPlace, type ObservationService } from './observation-service.ts';

export type VinQuery = {
  organizationId: number;
  vins: string[];
  page: number;
  pageSize: number;
  withQuality: boolean;
};

const VINS_AT_ONCE = 4;

/** The text of the answer: each VIN's own page, in the order asked for. */
export function vinObservations(service: ObservationService, query: VinQuery): Promise<string> {
  const { organizationId, vins, page, pageSize, withQuality } = query;
  return inOwnPlace(service, 'vins', organizationId, async () => {
    const read = await mapConcurrent(VINS_AT_ONCE, vins, async (vin) => {
      const list = await pageVinObservations(service.reader, vin, page, pageSize, withQuality);
      return `{"vin":${JSON.stringify(vin)},"observations":${list.observations},"total":${list.total}}`;
    });
    return `{"vins":[${read.join(',')}],"pagination":${JSON.stringify({ page, page_size: pageSize })}}`;
  });
}
