import type { Viewer } from '../domain/sightings/search/filters.ts';
import { AppError } from '../lib/errors.ts';
import { type Caller, seesAllSightings } from './access.ts';

/** What a caller sees of sightings. */
export const viewerOf = (caller: Caller): Viewer => ({
  organizationId: caller.organization_id,
  seesAll: seesAllSightings(caller),
});

export const seesQuality = ({ roles }: Caller): boolean => roles.includes('carrier-observations-quality');

export const maySeeVins = (caller: Caller): boolean =>
  !seesAllSightings(caller) || caller.roles.includes('carrier-observations-vin-endpoint');

export function requireVins(caller: Caller): void {
  if (!maySeeVins(caller))
    throw new AppError('forbidden', 'VINs require the role carrier-observations-vin-endpoint.');
}
