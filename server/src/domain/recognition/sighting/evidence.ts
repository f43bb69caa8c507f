import { cabKey, plateKey } from '../imputation/store.ts';
import { vinBody } from '../imputation/vin-body.ts';
import type { Reading } from '../readings/reading.ts';
import { type Decision, isSure } from './decide-sighting.ts';
import type { TruckMarks } from './same-truck.ts';

export type Bears = { kind: 'plate' | 'vin' | 'cab' | 'trailer'; value: string };
/** What a sighting says of its vehicle to others: only what was read with High. */
export type Says = {
  usdotNumber: number;
  vin: string;
  cabNumber: string;
  logo: string;
  equipmentType: string;
};
export type EvidenceOf = { bears: Bears[]; says: Says };

const SHORTEST_TRAILER_NUMBER = 3;

/** What a sighting bears and says. Nothing imputed is ever evidence: it would confirm itself. */
export function evidenceOf({ fields, usdot }: Decision): EvidenceOf {
  const { plate, vin, cabNumber, trailerNumber, wordmark } = fields;
  // A number that only the vehicle's past confirms says nothing new of the vehicle.
  const isItsOwn = fields.usdot.score === 'High' || usdot.witnesses.some((one) => one !== 'vehicle');
  const usdotNumber = usdot.score === 'High' && isItsOwn ? Number(usdot.value) : 0;
  const wholeVin = vin.isWhole ? high(vin) : '';
  const says = {
    usdotNumber,
    vin: wholeVin,
    cabNumber: high(cabNumber),
    logo: high(wordmark),
    equipmentType: vinBody(wholeVin, new Map()),
  };
  const bears: Bears[] = [];
  if (isSure(plate)) {
    bears.push({ kind: 'plate', value: plateKey({ number: plate.value, state: plate.state }) });
  }
  if (isSure(vin) && vin.isWhole) bears.push({ kind: 'vin', value: vin.value });
  if (usdot.value !== '' && usdot.score !== 'Low' && isSure(cabNumber)) {
    bears.push({ kind: 'cab', value: cabKey(usdot.value, cabNumber.value) });
  }
  if (isSure(trailerNumber) && trailerNumber.value.length >= SHORTEST_TRAILER_NUMBER) {
    bears.push({ kind: 'trailer', value: trailerNumber.value });
  }
  return { bears, says };
}

/** By what the next picture is recognised as one of the same truck. */
export function truckMarks({ fields, usdot }: Decision): TruckMarks {
  const sure = (reading: Reading) => (isSure(reading) ? reading.value : '');
  return {
    plate: fields.plate.value,
    readUsdotNumber: Number(usdot.value || 0),
    vin: sure(fields.vin),
    cabNumber: sure(fields.cabNumber),
    trailerNumber: sure(fields.trailerNumber),
  };
}

export function saysAnything(says: Says): boolean {
  const { usdotNumber, ...texts } = says;
  return usdotNumber !== 0 || Object.values(texts).some((text) => text !== '');
}

function high({ value, score }: Reading): string {
  return score === 'High' ? value : '';
}
