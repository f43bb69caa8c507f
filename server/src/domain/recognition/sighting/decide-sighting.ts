import type { Db } from '../../../db/database.ts';
import { type Weighed, weigh } from '../carrier-match/match-carrier.ts';
import { findCarriers } from '../carrier-match/store.ts';
import { weighDocket } from '../carrier-match/weigh-docket.ts';
import type { Imputed, Known } from '../imputation/evidence.ts';
import { type Imputations, imputeCarrier, imputeRest } from '../imputation/impute.ts';
import { findOfCarrier, findVehicle, type Marks, type VehicleEvidence } from '../imputation/store.ts';
import type { Reading } from '../readings/reading.ts';
import { type MergedFields, mergeViews } from './merge-views.ts';
import type { View } from './view.ts';

/** A truck as the catalogue and all evidence leave it. */
export type Decision = {
  fields: MergedFields;
  usdot: Weighed;
  carrier: Imputed | null;
  imputed: Imputations;
};

/**
 * Decides what pictures of one truck say, with all that is known beside them: three round trips. The same pictures
 * and the same knowledge give the same decision at any time. `except` are the sightings these pictures belong to.
 */
export async function decideSighting(db: Db, views: readonly View[], except: number[]): Promise<Decision> {
  const when = (views[0] as View).timeCaptured;
  const fields = mergeViews(views);
  const vehicle = await findVehicle(db, marksOf(fields), except);
  const texts = views.flatMap(({ read }) => read.lines.map(({ text }) => text));
  const usdot = weigh(
    fields.usdot,
    {
      carriers: await findCarriers(db, fields.usdot),
      docketHolders: vehicle.docketHolders.map(({ usdotNumber }) => Number(usdotNumber)),
      vehicleCarriers: vehicleCarriers(vehicle),
    },
    texts,
  );
  const read = knownOf(fields, usdot.value);
  const carrier = imputeCarrier(read, { ...vehicle, ...nothingOfCarrier }, when);
  const known = { ...read, usdotNumber: read.usdotNumber || (carrier?.value ?? '') };
  const vins = [...vehicle.byPlate, { vin: known.vin }].map(({ vin }) => vin);
  const ofCarrier = await findOfCarrier(db, known.usdotNumber, known.cabNumber, [...new Set(vins)], except);
  const imputed = imputeRest(known, { ...vehicle, ...ofCarrier }, when);
  const mc = weighDocket(
    fields.mc,
    ofCarrier.carrierDockets.map(({ docket }) => docket),
  );
  return { fields: { ...fields, mc }, usdot, carrier, imputed };
}

const nothingOfCarrier = { byCab: [], carrierDockets: [], vinTypes: new Map<string, string>() };

/** A mark leads to other sightings only when it was read well: a wrong plate is somebody else's. */
export function isSure({ value, score }: Reading): boolean {
  return value !== '' && (score === 'High' || score === 'Medium');
}

function marksOf({ plate, vin, trailerNumber, mc }: MergedFields): Marks {
  return {
    plate: isSure(plate) ? { number: plate.value, state: plate.state } : null,
    vin: isSure(vin) && vin.isWhole ? vin.value : null,
    trailerNumber: isSure(trailerNumber) ? trailerNumber.value : null,
    docket: isSure(mc) && mc.value.length <= 9 ? { prefix: mc.docket, number: Number(mc.value) } : null,
  };
}

/** A forwarder's docket is no motor carrier number. */
function knownOf(fields: MergedFields, usdotNumber: string): Known {
  const { mc, vin, cabNumber, trailerNumber, wordmark } = fields;
  return {
    usdotNumber,
    mcNumber: mc.docket === 'FF' ? '' : mc.value,
    vin: vin.value,
    cabNumber: cabNumber.value,
    trailerNumber: trailerNumber.value,
    logo: wordmark.value,
  };
}

function vehicleCarriers({ byPlate, byVin }: VehicleEvidence): number[] {
  const rows = [...byPlate, ...byVin].filter(
    ({ isTrailer, usdotNumber }) => !isTrailer && usdotNumber !== '',
  );
  return [...new Set(rows.map(({ usdotNumber }) => Number(usdotNumber)))];
}
