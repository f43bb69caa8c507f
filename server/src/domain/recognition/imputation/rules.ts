import { consensus } from './consensus.ts';
import type {
  DocketHolder,
  Evidence,
  EvidenceRow,
  Imputed,
  Rule,
  TruckFields,
  VehicleRow,
} from './evidence.ts';
import { vinBody } from './vin-body.ts';

/** Half-life of the evidence in days and, where it differs from the default, the least weight. Dockets have no age. */
const LIMITS: Record<Rule, [halfLifeDays: number, minWeight?: number]> = {
  'carrier-by-docket': [1],
  'carrier-by-vin': [365, 0.4],
  // Plates move to other trucks, so they age faster than VINs.
  'carrier-by-plate': [240, 0.4],
  // Trailers are lent, so a single day with a carrier does not make it the owner.
  'carrier-by-trailer': [180, 1.2],
  'docket-by-carrier': [1],
  'vin-by-plate': [240, 0.4],
  // A cab number moves to a new truck when the old one is sold.
  'vin-by-cab': [180],
  'cab-by-vehicle': [240, 0.4],
  'logo-by-trailer': [365],
  'equipment-type': [730, 0.4],
};

/** Docket → carrier. A docket with two holders identifies nobody. */
export function carrierByDocket(known: TruckFields, { docketHolders }: Evidence, when: Date): Imputed | null {
  if (known.mcNumber === '') return null;
  const rows = docketHolders.map((holder) => docketRow(holder, holder.usdotNumber));
  return agreed('carrier-by-docket', rows, when);
}

/** VIN → carrier, by inspections, crashes and our own sightings with High. */
export function carrierByVin(known: TruckFields, { byVin }: Evidence, when: Date): Imputed | null {
  if (known.vin.length !== 17) return null;
  return agreed('carrier-by-vin', valuesOf(byVin.filter(isTruck), 'usdotNumber'), when);
}

/** Plate → vehicle → carrier. Trailer plates are ignored. */
export function carrierByPlate(_known: TruckFields, { byPlate }: Evidence, when: Date): Imputed | null {
  return agreed('carrier-by-plate', valuesOf(byPlate.filter(isTruck), 'usdotNumber'), when);
}

/**
 * Trailer number, or plate or VIN of a trailer → owner. Many fleets have a trailer 1001, so the number must be distinctive
 * or the wordmark must be the same.
 */
export function carrierByTrailer(known: TruckFields, evidence: Evidence, when: Date): Imputed | null {
  const { trailerNumber, logo } = known;
  const numbered = evidence.byTrailer.filter((row) =>
    logo === '' ? isDistinctive(trailerNumber) : row.logo === logo,
  );
  const inspected = [...evidence.byPlate, ...evidence.byVin].filter(({ isTrailer }) => isTrailer);
  return agreed('carrier-by-trailer', valuesOf([...numbered, ...inspected], 'usdotNumber'), when);
}

/** Carrier → MC number. Dockets with active authority take precedence; two of them identify nothing. */
export function docketByCarrier(
  known: TruckFields,
  { carrierDockets }: Evidence,
  when: Date,
): Imputed | null {
  const held = carrierDockets.filter(({ usdotNumber }) => usdotNumber === known.usdotNumber);
  const active = held.filter(({ isActive }) => isActive);
  const rows = (active.length > 0 ? active : held).map((holder) => docketRow(holder, holder.docket));
  return agreed('docket-by-carrier', rows, when);
}

/** Plate → VIN. When the carrier is known, rows of other carriers are ignored: the plate may have moved. */
export function vinByPlate({ usdotNumber }: TruckFields, { byPlate }: Evidence, when: Date): Imputed | null {
  const rows = byPlate.filter((row) => usdotNumber === '' || ['', usdotNumber].includes(row.usdotNumber));
  return agreed('vin-by-plate', valuesOf(rows, 'vin'), when);
}

/** Cab number of a carrier → VIN. */
export function vinByCab(
  { usdotNumber, cabNumber }: TruckFields,
  { byCab }: Evidence,
  when: Date,
): Imputed | null {
  if (usdotNumber === '' || cabNumber === '') return null;
  return agreed('vin-by-cab', valuesOf(byCab, 'vin'), when);
}

/** Plate or VIN → cab number of the same carrier. */
export function cabByVehicle(
  { usdotNumber }: TruckFields,
  { byPlate, byVin }: Evidence,
  when: Date,
): Imputed | null {
  if (usdotNumber === '') return null;
  const rows = [...byVin, ...byPlate].filter((row) => row.usdotNumber === usdotNumber && isTruck(row));
  return agreed('cab-by-vehicle', valuesOf(rows, 'cabNumber'), when);
}

/** Trailer number → wordmark, from sightings with the same carrier; with any carrier when the number is distinctive. */
export function logoByTrailer(known: TruckFields, { byTrailer }: Evidence, when: Date): Imputed | null {
  const { trailerNumber, usdotNumber } = known;
  if (trailerNumber === '') return null;
  const rows = byTrailer.filter(
    (row) => isDistinctive(trailerNumber) || (usdotNumber !== '' && row.usdotNumber === usdotNumber),
  );
  return agreed('logo-by-trailer', valuesOf(rows, 'logo'), when);
}

/**
 * The type of trailer: by its own VIN, else by an inspection of the trailer with this plate, else by earlier sightings of
 * the trailer number. The first source with a value decides.
 */
export function equipmentType(known: TruckFields, evidence: Evidence, when: Date): Imputed | null {
  const trailers = evidence.byPlate.filter(({ isTrailer }) => isTrailer);
  const vins = [known.vin, ...new Set(trailers.map(({ vin }) => vin))];
  const bodies = vins.flatMap((vin): EvidenceRow[] => {
    const value = vinBody(vin, evidence.vinTypes);
    return value === '' ? [] : [{ table: 'wmi_vehicle_types', key: vin.slice(0, 3), value, seenAt: null }];
  });
  const sighted = evidence.byTrailer.filter(
    (row) => isDistinctive(known.trailerNumber) || row.usdotNumber === known.usdotNumber,
  );
  const sources = [bodies, valuesOf(trailers, 'equipmentType'), valuesOf(sighted, 'equipmentType')];
  return agreed('equipment-type', sources.find((rows) => rows.length > 0) ?? [], when);
}

function agreed(rule: Rule, rows: EvidenceRow[], when: Date): Imputed | null {
  return consensus(rule, rows, when, ...LIMITS[rule]);
}

function isTruck({ isTrailer }: VehicleRow): boolean {
  return !isTrailer;
}

/** Letters and at least five digits, or seven digits: few fleets share such a number. */
function isDistinctive(trailerNumber: string): boolean {
  return /[A-Z]/.test(trailerNumber) ? /(\d.*){5}/.test(trailerNumber) : trailerNumber.length >= 7;
}

/** One field of the rows; rows without a value are dropped. */
function valuesOf(
  rows: readonly VehicleRow[],
  field: 'usdotNumber' | 'vin' | 'cabNumber' | 'logo' | 'equipmentType',
): EvidenceRow[] {
  return rows
    .filter((row) => row[field] !== '')
    .map((row) => ({ table: row.table, key: row.key, seenAt: row.seenAt, value: row[field] }));
}

function docketRow({ key }: DocketHolder, value: string): EvidenceRow {
  return { table: 'carrier_dockets', key, value, seenAt: null };
}
