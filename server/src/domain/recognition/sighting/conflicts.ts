import type { KnownTruck } from './identify-truck.ts';

/** A fact that points to another carrier than the number that was read. */
export type Conflict = {
  field: 'mc_number' | 'alpr_plate_number' | 'vin' | 'name';
  value: string;
  usdot_numbers: string[];
};

/**
 * An MC number with High that only other carriers hold, names of other carriers beside the number, and a vehicle that was
 * seen with another carrier before. Nothing is repaired because of them: a truck with the papers of two carriers is what
 * people look for.
 */
export function conflictsOf({ fields, usdot, history, evidence, otherNames }: KnownTruck): Conflict[] {
  if (usdot.value === '') return [];
  const { mc_number: mc, alpr_plate_number: plate, vin } = fields;
  const holders = [...new Set(evidence.docketHolders.map(({ usdot_number }) => usdot_number))].sort();
  const conflicts: Conflict[] = [];
  if (mc.score === 'High' && holders.length > 0 && !holders.includes(usdot.value)) {
    conflicts.push({ field: 'mc_number', value: mc.value, usdot_numbers: holders });
  }
  for (const { name, usdot_numbers } of otherNames)
    conflicts.push({ field: 'name', value: name, usdot_numbers });
  if (history && history.value !== usdot.value) {
    const isByPlate = evidence.byPlate.some(({ usdot_number }) => usdot_number === history.value);
    const [field, value] = isByPlate
      ? (['alpr_plate_number', plate.value] as const)
      : (['vin', vin.value] as const);
    conflicts.push({ field, value, usdot_numbers: [history.value] });
  }
  return conflicts;
}
