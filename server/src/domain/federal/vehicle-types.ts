export type VehicleKind = 'tractor' | 'trailer' | 'straight truck' | 'bus' | 'power unit' | 'unknown';
type VehicleType = { label: string; kind: VehicleKind };

/** By INSP_UNIT_TYPE_ID of inspections. */
const UNIT_TYPES: Readonly<Record<number, VehicleType>> = {
  1: { label: 'bus', kind: 'bus' },
  2: { label: 'dolly converter', kind: 'trailer' },
  3: { label: 'full trailer', kind: 'trailer' },
  4: { label: 'limousine', kind: 'bus' },
  5: { label: 'motor coach', kind: 'bus' },
  6: { label: 'other', kind: 'unknown' },
  7: { label: 'pole trailer', kind: 'trailer' },
  8: { label: 'school bus', kind: 'bus' },
  9: { label: 'semi-trailer', kind: 'trailer' },
  10: { label: 'straight truck', kind: 'straight truck' },
  11: { label: 'truck tractor', kind: 'tractor' },
  12: { label: 'van', kind: 'bus' },
  13: { label: 'unknown', kind: 'unknown' },
  14: { label: 'intermodal chassis', kind: 'trailer' },
  15: { label: 'crib log trailer', kind: 'trailer' },
};

/** By VEHICLE_CONFIGURATION_ID of crashes. */
const CRASH_CONFIGURATIONS: Readonly<Record<number, VehicleType>> = {
  1: { label: 'passenger car', kind: 'unknown' },
  2: { label: 'light truck', kind: 'unknown' },
  3: { label: 'bus', kind: 'bus' },
  4: { label: 'bus', kind: 'bus' },
  5: { label: 'single-unit truck', kind: 'straight truck' },
  6: { label: 'single-unit truck', kind: 'straight truck' },
  7: { label: 'truck and trailer', kind: 'straight truck' },
  8: { label: 'truck tractor', kind: 'tractor' },
  9: { label: 'tractor and semi-trailer', kind: 'tractor' },
  10: { label: 'tractor and double', kind: 'tractor' },
  11: { label: 'tractor and triple', kind: 'tractor' },
};

/** By CARGO_BODY_TYPE_ID of crashes. */
const CARGO_BODIES: Readonly<Record<number, string>> = {
  1: 'bus',
  2: 'bus',
  3: 'van/enclosed box',
  4: 'cargo tank',
  5: 'flatbed',
  6: 'dump',
  7: 'concrete mixer',
  8: 'auto transporter',
  9: 'garbage/refuse',
  10: 'grain/chips/gravel',
  11: 'pole trailer',
  13: 'intermodal chassis',
  14: 'logging',
  15: 'towing vehicle',
};

const DOLLY_CONVERTER = 2;

const idsOf = (isMember: (kind: VehicleKind) => boolean) =>
  Object.keys(UNIT_TYPES)
    .filter((id) => isMember(UNIT_TYPES[Number(id)]?.kind ?? 'unknown'))
    .join(', ');
/** INSP_UNIT_TYPE_IDs for SQL `in (…)`. */
export const TRAILER_TYPE_IDS = idsOf((kind) => kind === 'trailer');
export const TRACTOR_TYPE_IDS = idsOf((kind) => kind === 'tractor');
export const POWER_UNIT_TYPE_IDS = idsOf((kind) => kind !== 'trailer' && kind !== 'unknown');

function labelSql(column: string, labels: Readonly<Record<number, string | VehicleType>>): string {
  const cases = Object.entries(labels).map(
    ([id, type]) => `when ${id} then '${typeof type === 'string' ? type : type.label}'`,
  );
  return `case ${column} ${cases.join(' ')} end`;
}
/** SQL expressions for the label of an id; null for an unknown id. */
export const unitTypeLabel = (column: string) => labelSql(column, UNIT_TYPES);
/** Only trailers that carry freight, so not dolly converters. */
export const trailerTypeLabel = (column: string) => {
  const trailers = Object.entries(UNIT_TYPES).filter(
    ([id, { kind }]) => kind === 'trailer' && Number(id) !== DOLLY_CONVERTER,
  );
  return labelSql(column, Object.fromEntries(trailers));
};
export const crashConfigurationLabel = (column: string) => labelSql(column, CRASH_CONFIGURATIONS);
export const cargoBodyLabel = (column: string) => labelSql(column, CARGO_BODIES);

/** Unit type descriptions of SMS inspections. */
const KIND_BY_DESCRIPTION: readonly (readonly [RegExp, VehicleKind])[] = [
  [/TRACTOR/, 'tractor'],
  [/TRAILER|DOLLY|CHASSIS/, 'trailer'],
  [/STRAIGHT TRUCK/, 'straight truck'],
  [/BUS|COACH|VAN|LIMO/, 'bus'],
];

/** NHTSA's vehicle types by manufacturer. "Truck" includes both tractors and straight trucks. */
const KIND_BY_MANUFACTURER: Readonly<Record<string, VehicleKind>> = {
  TRAILER: 'trailer',
  BUS: 'bus',
  TRUCK: 'power unit',
  'INCOMPLETE VEHICLE': 'straight truck',
};

type VehicleClues = {
  unitTypeId?: number | null;
  unitType?: string | null;
  crashConfigurationId?: number | null;
  wmiVehicleType?: string | null;
};

/** An inspection takes precedence, then a crash report, then the VIN's manufacturer. */
export function vehicleKind(clues: VehicleClues): VehicleKind {
  const byUnitType = UNIT_TYPES[clues.unitTypeId ?? 0]?.kind ?? 'unknown';
  if (byUnitType !== 'unknown') return byUnitType;
  const description = clues.unitType?.toUpperCase() ?? '';
  const byDescription = KIND_BY_DESCRIPTION.find(([pattern]) => pattern.test(description));
  if (byDescription) return byDescription[1];
  const byCrash = CRASH_CONFIGURATIONS[clues.crashConfigurationId ?? 0]?.kind ?? 'unknown';
  if (byCrash !== 'unknown') return byCrash;
  return KIND_BY_MANUFACTURER[clues.wmiVehicleType?.toUpperCase() ?? ''] ?? 'unknown';
}
