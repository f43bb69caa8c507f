import { type TruckFieldName, truckField, truckFieldNames } from '../../../contract/truck-fields.ts';
import type { NewObservation } from '../../observations/observation.ts';
import type { Imputed } from '../imputation/consensus.ts';
import type { Imputations } from '../imputation/impute.ts';
import { correctedFields } from '../labels/label.ts';
import { type MergedFields, mcNumber, nothingRead, type Reading } from '../readings/reading.ts';
import type { IdentifiedTruck } from './identify-truck.ts';
import { joinedRoute } from './joined-route.ts';
import type { View } from './view.ts';

/** The values of a truck after matching and imputation. */
export type DecidedTruck = Pick<IdentifiedTruck, 'fields' | 'usdot'> & {
  /** Null where the field was read or cannot be derived. */
  imputed: Imputations & { usdot_number: Imputed | null };
};

export type Composed = Omit<NewObservation, 'type'>;
type Named<Value> = Partial<Record<TruckFieldName, Value>>;

/** The `readings` of an observation. */
export type SightingReadings = ReturnType<typeof readingsOf>;

/** The observation of a sighting. Its time and place are those of the first image. */
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
    readings: readingsOf(views, decided),
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
      ...(score ? [[score, read.score]] : []),
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

function readingsOf(views: readonly View[], { fields, usdot, imputed }: DecidedTruck) {
  const { alpr_plate_number: plate } = fields;
  return {
    // Listed key by key: jsonb returns keys in another order, which would change the fingerprint.
    lines: views.flatMap(({ imageId, read }) =>
      read.lines.map(({ text, confidence, quad }) => ({ text, confidence, quad, image_id: imageId })),
    ),
    views: views.map(({ imageId, time_captured, read }) => ({
      image_id: imageId,
      shows: read.fields.view,
      time_captured: time_captured.toISOString(),
    })),
    usdot_number: {
      read: usdot.read,
      outcome: usdot.outcome,
      witnesses: usdot.witnesses,
      carrier_name: usdot.carrier?.legal_name ?? null,
    },
    plates: platesOf(views),
    plate_confidence: plate.confidence,
    plate_read: plate.own,
    plate_agreement: plate.agreement,
    placards: fields.placards.map(({ value }) => value),
    permits: fields.permits.map(({ kind, value }) => ({ kind, value })),
    corrected: unlessEmpty(correctedFields(fields)),
    containers: unlessEmpty(fields.containers.map(({ value }) => value)),
    chassis: unlessEmpty(fields.chassis.map(({ value }) => value)),
    imputed: Object.entries(imputed).flatMap(([field, found]) => {
      if (!found) return [];
      const rows = found.rows.map(({ table, key, seenAt }) => ({
        table,
        key,
        seen_at: seenAt?.toISOString() ?? null,
      }));
      return [{ field, ...found, rows }];
    }),
  };
}

/** The contract leaves these lists out when they are empty. */
function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The check digit is right, and both readers agree. */
function isContainer({ containers }: MergedFields): boolean {
  return containers.some(({ score }) => score === 'High' || score === 'Medium');
}

/** The plates of all images, the chosen ones first. */
function platesOf(views: readonly View[]): string[] {
  const chosen = views.map(({ read }) => read.fields.alpr_plate_number.value);
  const others = views.flatMap(({ read }) => read.fields.alpr_plate_number.others ?? []);
  return [...new Set([...chosen, ...others])].filter((plate) => plate !== '');
}
