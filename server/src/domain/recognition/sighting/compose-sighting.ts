import { type TruckFieldName, truckField, truckFieldNames } from '../../../contract/truck-fields.ts';
import type { NewObservation } from '../../observations/observation.ts';
import type { SightingDetails } from '../../observations/unmatched.ts';
import type { Imputed } from '../imputation/consensus.ts';
import type { DocketHolder, EvidenceRef } from '../imputation/find-evidence.ts';
import type { Imputations } from '../imputation/impute.ts';
import { correctedFields } from '../labels/label.ts';
import {
  type MergedFields,
  mcNumber,
  nothingRead,
  type PlateReading,
  type Reading,
} from '../readings/reading.ts';
import type { Conflict } from './conflicts.ts';
import type { KnownTruck } from './identify-truck.ts';
import { joinedRoute } from './joined-route.ts';
import type { View } from './view.ts';

/** The values of a truck after matching and imputation. */
export type DecidedTruck = Pick<KnownTruck, 'fields' | 'usdot' | 'history'> & {
  organizationId: number;
  docketHolders: DocketHolder[];
  conflicts: Conflict[];
  /** Null where the field was read or cannot be derived. */
  imputed: Imputations & { usdot_number: Imputed | null };
};

export type Composed = Omit<NewObservation, 'type'> & SightingDetails;
type Named<Value> = Partial<Record<TruckFieldName, Value>>;

/** A plate that was read with less is not taken for the plate of another truck. */
const SURE_PLATE = 0.9;

/** The observation of a sighting, and what the alerts need besides. Its time and place are those of the first image. */
export function composeSighting(views: readonly [View, ...View[]], decided: DecidedTruck): Composed {
  const [first] = views;
  const { fields } = decided;
  const values = truckValues(decided);
  return {
    ...values,
    usdot_number: Number(values.usdot_number || 0),
    equipment_type: isContainer(fields) ? 'container' : values.equipment_type,
    plate_state: fields.alpr_plate_number.state,
    time_captured: first.time_captured,
    source: first.source,
    location_state: first.state,
    location_city: first.city,
    latitude: first.latitude,
    longitude: first.longitude,
    route: joinedRoute(first.route, first.traffic_direction),
    image_id: bestImage(views, decided),
    view_image_ids: views.length > 1 ? views.map(({ imageId }) => imageId) : null,
    is_usdot_confirmed: decided.usdot.outcome === 'confirmed',
    is_plate_doubtful: isDoubtful(fields.alpr_plate_number),
    has_conflicting_name: decided.conflicts.some(({ field }) => field === 'name'),
    ...detailsOf(views, decided),
  };
}

/**
 * The values with their confidence levels and imputed flags. An imputed value takes the place of an empty one, and a full
 * VIN that of its last characters.
 */
function truckValues({ fields, usdot, imputed }: DecidedTruck) {
  const docket = mcNumber(fields.mc_number);
  const mc_number = docket === '' ? nothingRead : { ...fields.mc_number, value: docket };
  const readings: Named<Pick<Reading, 'value' | 'score'>> = { ...fields, usdot_number: usdot, mc_number };
  const entries = truckFieldNames().flatMap((name) => {
    const { score, imputedFlag } = truckField(name);
    const { [name]: read = nothingRead } = readings;
    const { [name]: inferred = null }: Named<Imputed | null> = imputed;
    return [
      [name, inferred?.value ?? read.value],
      ...(score ? [[score, inferred ? 'N/A' : read.score]] : []),
      ...(imputedFlag ? [[imputedFlag, inferred !== null]] : []),
    ];
  });
  return Object.fromEntries(entries) as Record<TruckFieldName, string> & Omit<Composed, TruckFieldName>;
}

/** The first image with the USDOT number of the sighting, otherwise the first image. */
function bestImage(views: readonly [View, ...View[]], { fields }: DecidedTruck): string {
  const { value } = fields.usdot_number;
  return (views.find(({ read }) => read.fields.usdot_number.value === value) ?? views[0]).imageId;
}

function isDoubtful({ agreement, confidence = 1 }: PlateReading): boolean {
  return agreement === 'contradicted' || confidence < SURE_PLATE;
}

function detailsOf(views: readonly View[], { fields, usdot }: DecidedTruck): SightingDetails {
  const { confidence } = fields.alpr_plate_number;
  return {
    lines: views.flatMap(({ read }) => read.lines.map(({ text }) => text)),
    views: views.map(({ imageId, read }) => ({ image_id: imageId, shows: read.fields.view })),
    ...(confidence !== undefined && { plate_confidence: confidence }),
    ...(usdot.carrier?.legal_name && { carrier_name: usdot.carrier.legal_name }),
    ...withoutEmpty({
      containers: fields.containers.map(({ value }) => value),
      chassis: fields.chassis.map(({ value }) => value),
      typed: correctedFields(fields),
    }),
  };
}

/** Why a sighting is what it is, as stored with it: what does not follow from its images. */
export type Explanation = ReturnType<typeof explanationOf>;

export function explanationOf(views: readonly View[], decided: DecidedTruck) {
  const { fields, usdot, imputed, organizationId, conflicts } = decided;
  return {
    outcome: usdot.outcome,
    witnesses: unlessEmpty(usdot.witnesses),
    carrier_name: usdot.carrier?.legal_name,
    rows: unlessEmpty(witnessRows(decided).map((row) => shownRow(row, organizationId))),
    conflicts: unlessEmpty(conflicts),
    imputed: unlessEmpty(
      Object.entries(imputed).flatMap(([field, found]) => {
        if (!found) return [];
        return [{ field, ...found, rows: found.rows.map((row) => shownRow(row, organizationId)) }];
      }),
    ),
    // These follow from the images, too. Previews of alerts show them without reading all of them.
    shows: views.map(({ read }) => read.fields.view),
    plate_confidence: fields.alpr_plate_number.confidence,
  };
}

/** The rows behind the witnesses of the USDOT number; the name and the place are in the lines. */
function witnessRows({ usdot, history, docketHolders }: DecidedTruck): EvidenceRef[] {
  const { value, witnesses } = usdot;
  const holders = witnesses.includes('docket') ? docketHolders : [];
  return [
    ...(witnesses.includes('vehicle') ? (history?.rows ?? []) : []),
    ...holders
      .filter(({ usdot_number }) => usdot_number === value)
      .map(({ key }) => ({ table: 'carrier_dockets' as const, key, seenAt: null })),
  ];
}

/** Of a sighting of another organization only the state and the day. */
function shownRow({ table, key, seenAt, organizationId = 0, region = '' }: EvidenceRef, viewer: number) {
  const seen_at = seenAt?.toISOString() ?? null;
  if (table !== 'observations') return { table, key, seen_at };
  if (organizationId === viewer) return { table, key, seen_at, region };
  return { table, key: '', seen_at: seen_at && `${seen_at.slice(0, 10)}T00:00:00.000Z`, region };
}

/** Without the lists that are empty. */
function withoutEmpty<Lists extends Record<string, unknown[]>>(lists: Lists): Partial<Lists> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>;
}

/** Lists are left out when they are empty. */
export function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The check digit is right, and both readers agree. */
function isContainer({ containers }: MergedFields): boolean {
  return containers.some(({ score }) => score === 'High' || score === 'Medium');
}
