export type VehicleKind = 'tractor' | 'trailer' | 'straight truck' | 'bus' | 'power unit' | 'unknown';

/** By INSP_UNIT_TYPE_ID. */
const BY_UNIT_TYPE: Readonly<Record<number, VehicleKind>> = {
  ...{ 1: 'bus', 4: 'bus', 5: 'bus', 8: 'bus', 12: 'bus' },
  ...{ 2: 'trailer', 3: 'trailer', 7: 'trailer', 9: 'trailer', 14: 'trailer', 15: 'trailer' },
  ...{ 10: 'straight truck', 11: 'tractor' },
};

const BY_WORDS: readonly (readonly [RegExp, VehicleKind])[] = [
  [/TRACTOR/, 'tractor'],
  [/TRAILER|DOLLY|CHASSIS/, 'trailer'],
  [/STRAIGHT TRUCK/, 'straight truck'],
  [/BUS|COACH|VAN|LIMO/, 'bus'],
];

/** What NHTSA says of the maker's number; "Truck" does not tell a tractor from a straight truck. */
const BY_MAKER: Readonly<Record<string, VehicleKind>> = {
  TRAILER: 'trailer',
  BUS: 'bus',
  TRUCK: 'power unit',
  'INCOMPLETE VEHICLE': 'straight truck',
};

/** Anything that is known of a unit; what an inspector wrote counts most, then the crash report, then the VIN's maker. */
export type UnitClues = {
  unitTypeId?: number | null;
  unitType?: string | null;
  crashConfigurationId?: number | null;
  wmiVehicleType?: string | null;
};

export function vehicleKind(clues: UnitClues): VehicleKind {
  const byId = BY_UNIT_TYPE[clues.unitTypeId ?? 0];
  if (byId) return byId;
  const words = clues.unitType?.toUpperCase() ?? '';
  const byWords = BY_WORDS.find(([pattern]) => pattern.test(words));
  if (byWords) return byWords[1];
  const configuration = clues.crashConfigurationId ?? 0;
  if (configuration >= 8 && configuration <= 11) return 'tractor';
  if (configuration === 5 || configuration === 6 || configuration === 7) return 'straight truck';
  if (configuration === 3 || configuration === 4) return 'bus';
  return BY_MAKER[clues.wmiVehicleType?.toUpperCase() ?? ''] ?? 'unknown';
}

export function isPowerUnit(kind: VehicleKind): boolean {
  return kind !== 'trailer' && kind !== 'unknown';
}
