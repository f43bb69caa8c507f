import { makeCarrier } from '../src/domain/generate/carrier.ts';
import { demoCountry } from '../src/domain/generate/demo-country.ts';
import { Rng } from '../src/domain/generate/rng.ts';
import { candidatesOf } from '../src/domain/recognition/catalogue/candidates.ts';
import { type CarrierFact, type CatalogueFacts, weigh } from '../src/domain/recognition/catalogue/weigh.ts';
import type { Fields } from '../src/domain/recognition/fields.ts';
import type { Reading } from '../src/domain/recognition/readings/reading.ts';
import { textTable } from '../src/lib/text-table.ts';
import { LAST_USDOT } from './generated-set.ts';
import type { Sample } from './sample.ts';

const CARRIERS = 2_000_000;
const ERRORS_PER_PICTURE = 4;

export type Read = { sample: Sample; fields: Fields };
export type CatalogueOutcome = {
  table: string;
  /** Readings that were right without the catalogue and are not with it. */
  lost: number;
  mended: number;
  errors: number;
};

/**
 * Two million carriers out of all numbers given out, and those of the pictures: every second neighbour of a number
 * exists. Names follow from the number, so that nothing but a bit a carrier is kept.
 */
class Catalogue {
  readonly #exists = new Uint8Array(10_000_000);
  readonly #known = new Map<number, CarrierFact>();
  readonly #dockets = new Map<string, number>();

  constructor(reads: Read[]) {
    const rng = new Rng(2, 0);
    for (let n = 0; n < CARRIERS; ) {
      const number = rng.between(1, LAST_USDOT);
      if (this.#exists[number] === 1) continue;
      this.#exists[number] = 1;
      n++;
    }
    for (const { sample } of reads) {
      const { usdot, mc } = sample.truth;
      if (usdot === undefined || !sample.carrier) continue;
      const { name, city, state } = sample.carrier;
      const fact = { usdot_number: Number(usdot), legal_name: name, dba_name: null, city, state };
      this.#known.set(Number(usdot), fact);
      if (mc !== undefined) this.#dockets.set(mc, Number(usdot));
    }
  }

  facts(reading: Reading, { mc }: Fields): CatalogueFacts {
    const carriers = candidatesOf(reading).flatMap(({ usdotNumber }) => this.#carrier(usdotNumber) ?? []);
    const holder = this.#dockets.get(mc.value);
    return { carriers, docketHolders: holder === undefined ? [] : [holder], vehicleCarriers: [] };
  }

  #carrier(number: number): CarrierFact | null {
    const known = this.#known.get(number);
    if (known) return known;
    if (this.#exists[number] !== 1) return null;
    const { legalName, city, state } = makeCarrier({ ...demoCountry, seed: 3 }, number);
    return { usdot_number: number, legal_name: legalName, dba_name: null, city, state };
  }
}

/** What weighing makes of the readings as they came, and of right ones with one digit spoilt. */
export function catalogueExperiment(reads: Read[]): CatalogueOutcome {
  const catalogue = new Catalogue(reads);
  const rng = new Rng(4, 0);
  const told = { before: 0, after: 0, lost: 0, wrongHigh: 0 };
  const spoilt = { errors: 0, mended: 0, kept: 0, otherwise: 0, wrongHigh: 0 };
  for (const { sample, fields } of reads) {
    const right = sample.truth.usdot;
    if (right === undefined || !sample.carrier || fields.usdot.value === '') continue;
    const weighed = weigh(fields.usdot, catalogue.facts(fields.usdot, fields), fields.texts);
    if (fields.usdot.value === right) told.before++;
    if (weighed.value === right) told.after++;
    else if (fields.usdot.value === right) told.lost++;
    if (weighed.value !== right && weighed.score === 'High') told.wrongHigh++;
    if (fields.usdot.value !== right) continue;
    for (let n = 0; n < ERRORS_PER_PICTURE; n++) {
      const value = withOneError(right, rng);
      const wrong: Reading = { ...fields.usdot, value, score: rng.pick(['Medium', 'Low']), alternatives: [] };
      const answer = weigh(wrong, catalogue.facts(wrong, fields), fields.texts);
      spoilt.errors++;
      if (answer.value === right) spoilt.mended++;
      else if (answer.value === value) spoilt.kept++;
      else spoilt.otherwise++;
      if (answer.value !== right && answer.score === 'High') spoilt.wrongHigh++;
    }
  }
  const table = textTable(
    ['readings', 'of', 'right', 'as read', 'made another', 'wrong at High'],
    [
      ['as they came', told.before, told.after, '', told.lost, told.wrongHigh],
      ['one digit wrong', spoilt.errors, spoilt.mended, spoilt.kept, spoilt.otherwise, spoilt.wrongHigh],
    ],
  );
  return { table, lost: told.lost, mended: spoilt.mended, errors: spoilt.errors };
}

/** A digit changed, lost, or read twice: what readers do. */
function withOneError(value: string, rng: Rng): string {
  const at = rng.below(value.length);
  const kind = rng.next();
  if (kind < 0.7) {
    const digit = (Number(value[at]) + rng.between(1, 9)) % 10;
    const changed = value.slice(0, at) + digit + value.slice(at + 1);
    return changed.startsWith('0') ? withOneError(value, rng) : changed;
  }
  if (kind < 0.85) return value.slice(0, -1);
  return value.slice(0, at) + value[at] + value.slice(at);
}
