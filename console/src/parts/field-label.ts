const LABELS: Record<string, string> = {
  usdot_number: 'USDOT number',
  mc_number: 'MC number',
  mx_number: 'MX number',
  ff_number: 'FF number',
  vin: 'VIN',
  cab_number: 'Cab number',
  equipment_number: 'Trailer number',
  equipment_logo: 'Trailer logo',
  equipment_type: 'Equipment',
  alpr_plate_number: 'Plate',
  un_number: 'UN number',
  name: 'Name',
};

/** A field's name for people. */
export function fieldLabel(field: string): string {
  return LABELS[field] ?? field.replaceAll('_', ' ');
}
