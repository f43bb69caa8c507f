import type { EvidenceFieldName, TruckFieldName } from '../../../contract/truck-fields.ts';
import { byName } from '../../../lib/by-name.ts';
import { isContainerNumber } from '../../../lib/identifiers/container-number.ts';
import { consensus, type Imputed } from './consensus.ts';
import type {
  DocketHolder,
  Evidence,
  EvidenceRow,
  KnownFields,
  VehicleEvidence,
  VehicleRow,
} from './find-evidence.ts';
import { vinBody } from './vin-body.ts';

type ImputationRule<E = Evidence> = (known: KnownFields, evidence: E, when: Date) => Imputed | null;

/** Docket → carrier. A docket with two holders identifies nobody. */
export const carrierByDocket: ImputationRule<VehicleEvidence> = (known, { docketHolders }, when) => {
  if (known.mc_number === '') return null;
  const rows = docketHolders.map((holder) => docketRow(holder, holder.usdot_number));
  return consensus('carrier-by-docket', rows, when);
};

/** VIN → carrier, by inspections, crashes and our own sightings with High. */
export const carrierByVin: ImputationRule<VehicleEvidence> = (known, { byVin }, when) => {
  if (known.vin.length !== 17) return null;
  return consensus('carrier-by-vin', valuesOf(byVin.filter(isTruck), 'usdot_number'), when);
};

/**
 * The carrier that the plate or VIN was seen with on at least two days: a witness for or against a number that was read.
 * `isSure`: the number needs no witness and is compared only with earlier sightings. Otherwise each sighting of a truck would
 * change all earlier ones.
 */
export function carrierByHistory(
  { byPlate, byVin }: VehicleEvidence,
  when: Date,
  isSure: boolean,
): Imputed | null {
  const rows = [...byPlate, ...byVin].filter(
    (row) => isTruck(row) && !(isSure && row.seenAt !== null && row.seenAt >= when),
  );
  return consensus('carrier-by-history', valuesOf(rows, 'usdot_number'), when);
}

/** Plate → vehicle → carrier. Trailer plates are ignored. */
export const carrierByPlate: ImputationRule<VehicleEvidence> = (_known, { byPlate }, when) => {
  return consensus('carrier-by-plate', valuesOf(byPlate.filter(isTruck), 'usdot_number'), when);
};

/**
 * Trailer number, or plate or VIN of a trailer → owner. Many fleets have a trailer 1001, so the number must be distinctive
 * or the logo must be the same. Containers do not count, because each trip may be with another carrier.
 */
export const carrierByTrailer: ImputationRule<VehicleEvidence> = (known, evidence, when) => {
  const { equipment_number: trailer, equipment_logo: logo } = known;
  const numbered = isContainerNumber(trailer)
    ? []
    : evidence.byTrailer.filter((row) =>
        logo === '' ? isDistinctive(trailer) : row.equipment_logo === logo,
      );
  const inspected = [...evidence.byPlate, ...evidence.byVin].filter(({ isTrailer }) => isTrailer);
  return consensus('carrier-by-trailer', valuesOf([...numbered, ...inspected], 'usdot_number'), when);
};

/** Carrier → MC number. Dockets with active authority take precedence; two of them identify nothing. */
export const docketByCarrier: ImputationRule = (known, { carrierDockets }, when) => {
  if (known.usdot_number === '') return null;
  const held = carrierDockets.filter(({ usdot_number }) => usdot_number === known.usdot_number);
  const active = held.filter(({ isActive }) => isActive);
  const rows = (active.length > 0 ? active : held).map((holder) => docketRow(holder, holder.docket));
  return consensus('docket-by-carrier', rows, when);
};

/** Plate → VIN. When the carrier is known, rows of other carriers are ignored: the plate may have moved. */
export const vinByPlate: ImputationRule = ({ usdot_number }, { byPlate }, when) => {
  const rows = byPlate.filter((row) => usdot_number === '' || ['', usdot_number].includes(row.usdot_number));
  return consensus('vin-by-plate', valuesOf(rows, 'vin'), when);
};

/** Cab number of a carrier → VIN. */
export const vinByCab: ImputationRule = ({ usdot_number, cab_number }, { byCab }, when) => {
  if (usdot_number === '' || cab_number === '') return null;
  return consensus('vin-by-cab', valuesOf(byCab, 'vin'), when);
};

/** Plate or VIN → cab number of the same carrier. */
export const cabByVehicle: ImputationRule = ({ usdot_number }, { byPlate, byVin }, when) => {
  if (usdot_number === '') return null;
  const rows = [...byVin, ...byPlate].filter((row) => row.usdot_number === usdot_number && isTruck(row));
  return consensus('cab-by-vehicle', valuesOf(rows, 'cab_number'), when);
};

/** Trailer number → logo, from sightings with the same carrier; with any carrier when the number is distinctive. */
export const logoByTrailer: ImputationRule = (known, { byTrailer }, when) => {
  const { equipment_number: trailer, usdot_number } = known;
  if (trailer === '') return null;
  const rows = byTrailer.filter(
    (row) => isDistinctive(trailer) || (usdot_number !== '' && row.usdot_number === usdot_number),
  );
  return consensus('logo-by-trailer', valuesOf(rows, 'equipment_logo'), when);
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
    (row) => isDistinctive(known.equipment_number) || row.usdot_number === known.usdot_number,
  );
  const sources = [bodies, valuesOf(trailers, 'equipment_type'), valuesOf(sighted, 'equipment_type')];
  return consensus('equipment-type', sources.find((rows) => rows.length > 0) ?? [], when);
};

/**
 * The carrier of a truck whose USDOT number was not read. Docket, VIN and plate must not contradict each other. Trailers
 * are lent, so the trailer counts only when the others give no carrier.
 */
export function imputeCarrier(known: KnownFields, evidence: VehicleEvidence, when: Date): Imputed | null {
  if (known.usdot_number !== '') return null;
  const rules = [carrierByDocket, carrierByVin, carrierByPlate];
  const found = rules.flatMap((rule) => rule(known, evidence, when) ?? []);
  return found.length === 0 ? carrierByTrailer(known, evidence, when) : unanimous(found);
}

/** Keeps a full VIN as read. When the door shows only its end, the imputed VIN must have the same end. */
const fullVin: ImputationRule = (known, evidence, when) => {
  if (known.vin.length === 17) return null;
  const vin = unanimous([vinByPlate, vinByCab].flatMap((rule) => rule(known, evidence, when) ?? []));
  return vin?.value.length === 17 && vin.value.endsWith(known.vin) ? vin : null;
};

/** The rules of the other fields. */
export const IMPUTATION_RULES = {
  mc_number: docketByCarrier,
  vin: fullVin,
  cab_number: cabByVehicle,
  equipment_logo: logoByTrailer,
  equipment_type: equipmentType,
} satisfies { [Name in TruckFieldName]?: ImputationRule };

/** By field of the observation; null where the field was read or cannot be derived. */
export type Imputations = Record<keyof typeof IMPUTATION_RULES, Imputed | null>;

/** All other fields that were not read. `known` includes the carrier, read or imputed. */
export function imputeRest(known: KnownFields, evidence: Evidence, when: Date): Imputations {
  const vin = fullVin(known, evidence, when);
  const withVin: Partial<Record<TruckFieldName, string>> & KnownFields = vin
    ? { ...known, vin: vin.value }
    : known;
  const names = Object.keys(IMPUTATION_RULES) as (keyof Imputations)[];
  return byName(names, (name) => {
    if (name === 'vin') return vin;
    return withVin[name] ? null : IMPUTATION_RULES[name](withVin, evidence, when);
  });
}

function unanimous(found: Imputed[]): Imputed | null {
  const [first] = found;
  return first && found.every(({ value }) => value === first.value) ? first : null;
}

function isTruck({ isTrailer }: VehicleRow): boolean {
  return !isTrailer;
}

/** Letters and at least five digits, or seven digits: few fleets share such a number. */
function isDistinctive(trailer: string): boolean {
  return /[A-Z]/.test(trailer) ? /(\d.*){5}/.test(trailer) : trailer.length >= 7;
}

/** One field of the rows; rows without a value are dropped. */
export function valuesOf(rows: readonly VehicleRow[], field: EvidenceFieldName): EvidenceRow[] {
  return rows
    .filter((row) => row[field] !== '')
    .map(({ table, key, seenAt, organizationId, region, [field]: value }) => ({
      ...{ table, key, seenAt, value },
      ...(organizationId !== undefined && { organizationId, region: region ?? '' }),
    }));
}

function docketRow({ key }: DocketHolder, value: string): EvidenceRow {
  return { table: 'carrier_dockets', key, value, seenAt: null };
}
