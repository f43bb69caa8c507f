import { isContainerNumber } from '../../../lib/identifiers/container-number.ts';
import { consensus, type Imputed } from './consensus.ts';
import type {
  DocketHolder,
  Evidence,
  EvidenceRow,
  TruckFields,
  VehicleEvidence,
  VehicleRow,
} from './evidence.ts';
import { vinBody } from './vin-body.ts';

type ImputationRule<E = Evidence> = (known: TruckFields, evidence: E, when: Date) => Imputed | null;

/** Docket → carrier. A docket with two holders identifies nobody. */
export const carrierByDocket: ImputationRule<VehicleEvidence> = (known, { docketHolders }, when) => {
  if (known.mcNumber === '') return null;
  const rows = docketHolders.map((holder) => docketRow(holder, holder.usdotNumber));
  return consensus('carrier-by-docket', rows, when);
};

/** VIN → carrier, by inspections, crashes and our own sightings with High. */
export const carrierByVin: ImputationRule<VehicleEvidence> = (known, { byVin }, when) => {
  if (known.vin.length !== 17) return null;
  return consensus('carrier-by-vin', valuesOf(byVin.filter(isTruck), 'usdotNumber'), when);
};

/** Plate → vehicle → carrier. Trailer plates are ignored. */
export const carrierByPlate: ImputationRule<VehicleEvidence> = (_known, { byPlate }, when) => {
  return consensus('carrier-by-plate', valuesOf(byPlate.filter(isTruck), 'usdotNumber'), when);
};

/**
 * Trailer number, or plate or VIN of a trailer → owner. Many fleets have a trailer 1001, so the number must be distinctive
 * or the wordmark must be the same. A container is left out: each trip may be that of another carrier.
 */
export const carrierByTrailer: ImputationRule<VehicleEvidence> = (known, evidence, when) => {
  const { trailerNumber, logo } = known;
  const numbered = isContainerNumber(trailerNumber)
    ? []
    : evidence.byTrailer.filter((row) => (logo === '' ? isDistinctive(trailerNumber) : row.logo === logo));
  const inspected = [...evidence.byPlate, ...evidence.byVin].filter(({ isTrailer }) => isTrailer);
  return consensus('carrier-by-trailer', valuesOf([...numbered, ...inspected], 'usdotNumber'), when);
};

/** Carrier → MC number. Dockets with active authority take precedence; two of them identify nothing. */
export const docketByCarrier: ImputationRule = (known, { carrierDockets }, when) => {
  const held = carrierDockets.filter(({ usdotNumber }) => usdotNumber === known.usdotNumber);
  const active = held.filter(({ isActive }) => isActive);
  const rows = (active.length > 0 ? active : held).map((holder) => docketRow(holder, holder.docket));
  return consensus('docket-by-carrier', rows, when);
};

/** Plate → VIN. When the carrier is known, rows of other carriers are ignored: the plate may have moved. */
export const vinByPlate: ImputationRule = ({ usdotNumber }, { byPlate }, when) => {
  const rows = byPlate.filter((row) => usdotNumber === '' || ['', usdotNumber].includes(row.usdotNumber));
  return consensus('vin-by-plate', valuesOf(rows, 'vin'), when);
};

/** Cab number of a carrier → VIN. */
export const vinByCab: ImputationRule = ({ usdotNumber, cabNumber }, { byCab }, when) => {
  if (usdotNumber === '' || cabNumber === '') return null;
  return consensus('vin-by-cab', valuesOf(byCab, 'vin'), when);
};

/** Plate or VIN → cab number of the same carrier. */
export const cabByVehicle: ImputationRule = ({ usdotNumber }, { byPlate, byVin }, when) => {
  if (usdotNumber === '') return null;
  const rows = [...byVin, ...byPlate].filter((row) => row.usdotNumber === usdotNumber && isTruck(row));
  return consensus('cab-by-vehicle', valuesOf(rows, 'cabNumber'), when);
};

/** Trailer number → wordmark, from sightings with the same carrier; with any carrier when the number is distinctive. */
export const logoByTrailer: ImputationRule = (known, { byTrailer }, when) => {
  const { trailerNumber, usdotNumber } = known;
  if (trailerNumber === '') return null;
  const rows = byTrailer.filter(
    (row) => isDistinctive(trailerNumber) || (usdotNumber !== '' && row.usdotNumber === usdotNumber),
  );
  return consensus('logo-by-trailer', valuesOf(rows, 'logo'), when);
};

/**
 * The type of trailer: by its own VIN, else by an inspection of the trailer with this plate, else by earlier sightings of
 * the trailer number. The first source with a value decides.
 */
export const equipmentType: ImputationRule = (known, evidence, when) => {
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
  return consensus('equipment-type', sources.find((rows) => rows.length > 0) ?? [], when);
};

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
