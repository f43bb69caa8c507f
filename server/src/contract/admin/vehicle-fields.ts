/**
 * The fields of the API that hold a plate or a VIN. A route whose response has one of them must declare an audit action, and
 * the audit log hashes their values.
 */
export const VEHICLE_FIELDS: Readonly<Record<string, 'plate' | 'vin'>> = {
  alpr_plate_number: 'plate',
  license_plate: 'plate',
  plate_number: 'plate',
  plate: 'plate',
  plates: 'plate',
  vin: 'vin',
  vins: 'vin',
  current_fleet_vins: 'vin',
};

/** Free text read on trucks, in which plates and VINs may occur. */
export const VEHICLE_TEXT_FIELDS = ['lines', 'evidence', 'response_body'];
