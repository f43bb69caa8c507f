import type { VehicleSummary } from '@milepost/sdk';
import { useApi, useMayReadObservations, useRoles } from './api.tsx';

/** A plate or VIN has at least one digit. */
const VEHICLE = /^(?=.*\d)[a-z0-9][a-z0-9 .-]{2,16}$/i;

/** The carriers that a complete plate or VIN was recorded with. Empty for users who may not read observations. */
export function useVehicles(text: string): VehicleSummary[] {
  const mayRead = [useMayReadObservations(), useRoles()('admin', 'image-read-endpoint')].every(Boolean);
  const { data } = useApi(
    'searchVehicles',
    { query: { query: text } },
    { enabled: mayRead && VEHICLE.test(text) },
  );
  return data?.vehicles ?? [];
}
