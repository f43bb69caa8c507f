import type { Shipper } from '../../contract/brokers/facility.ts';

export type FacilityRow = {
  id: string;
  facility_name: string;
  formatted_address: string;
  latitude: number;
  longitude: number;
  place_category: string;
  contact_phone: string | null;
  contact_url: string | null;
  operating_hours: string | null;
  equipment: string[];
};
export const FACILITY_COLUMNS = `id, facility_name, formatted_address, latitude, longitude, place_category,
  contact_phone, contact_url, operating_hours, equipment`;

/** Texts that are not known are left out. */
export function shownFacility({ latitude, longitude, equipment, ...row }: FacilityRow): Shipper {
  const { contact_phone, contact_url, operating_hours, ...known } = row;
  return {
    ...{ id: known.id, facility_name: known.facility_name, formatted_address: known.formatted_address },
    ...{ lat: latitude, lon: longitude, place_category: known.place_category },
    ...(contact_phone !== null && { contact_phone }),
    ...(contact_url !== null && { contact_url }),
    ...(operating_hours !== null && { operating_hours }),
    equipment_pairings: equipment,
  };
}
