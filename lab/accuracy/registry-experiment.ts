import {
  type MatchedUsdot,
  type MatchFacts,
  matchUsdot,
} from '../../server/src/domain/recognition/carrier-match/match-carrier.ts';
import {
  type KnownCarrier,
  usdotCandidates,
} from '../../server/src/domain/recognition/carrier-match/usdot-candidates.ts';
import type { Fields, Reading } from '../../server/src/domain/recognition/readings/reading.ts';
import { textTable } from '../../server/src/lib/text-table.ts';
import { makeCarrier } from '../country/carrier.ts';
import { demoCountry } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { LAST_USDOT } from './generated-set.ts';
import type { Sample } from './sample.ts';

const CARRIERS = 2_000_000;
const ERRORS_PER_IMAGE = 4;

export type Read = { sample: Sample; fields: Fields };
type RegistryOutcome = {
  table: string;
  /** Correct readings that weighing made wrong. */
  lost: number;
  /** Readings with one wrong digit that weighing corrected, out of `errors`. */
  corrected: number;
  errors: number;
};

/**
 * Two million random carriers of all issued numbers, and the carriers of the samples: about half of the neighbors of
 * a number exist. Names derive from the number, so only one byte per number is stored.
 */
class Registry {
  readonly #exists = new Uint8Array(10_000_000);
  readonly #known = new Map<number, KnownCarrier>();
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
      const { usdot_number: usdot, mc_number: mc } = sample.truth;
      if (usdot === undefined || !sample.carrier) continue;
      const { name, city, state } = sample.carrier;
      const fact = { usdot_number: Number(usdot), legal_name: name, dba_name: null, city, state };
      this.#known.set(Number(usdot), fact);
      if (mc !== undefined) this.#dockets.set(mc, Number(usdot));
    }
  }

  matchUsdot(reading: Reading, fields: Fields): MatchedUsdot {
    return matchUsdot(reading, this.#facts(reading, fields), fields.texts);
  }

  #facts(reading: Reading, { mc_number: mc }: Fields): MatchFacts {
    const carriers = [...usdotCandidates(reading)].flatMap(
      ({ usdotNumber }) => this.#carrier(usdotNumber) ?? [],
    );
    const holder = this.#dockets.get(mc.value);
    return { carriers, docketHolders: holder === undefined ? [] : [holder], vehicleCarriers: [] };
  }

  #carrier(number: number): KnownCarrier | null {
    const known = this.#known.get(number);
    if (known) return known;
    if (this.#exists[number] !== 1) return null;
    const { legalName, city, state } = makeCarrier({ ...demoCountry, seed: 3 }, number);
    return { usdot_number: number, legal_name: legalName, dba_name: null, city, state };
  }
}

/** Weighs the actual readings, and correct readings with one digit changed, against a registry of carriers. */
export function registryExperiment(reads: Read[]): RegistryOutcome {
  const registry = new Registry(reads);
  const asRead = new Row('as read');
  const clear = new Row('one digit wrong');
  const garbled = new Row('one digit wrong, docket unread, one door letter in six wrong');
  const rng = new Rng(4, 0);
  let lost = 0;
  for (const { sample, fields } of reads.filter(isComparable)) {
    const right = sample.truth.usdot_number as string;
    const weighed = registry.matchUsdot(fields.usdot_number, fields);
    asRead.add(right, fields.usdot_number.value, weighed);
    if (fields.usdot_number.value !== right) continue;
    if (weighed.value !== right) lost++;
    for (let n = 0; n < ERRORS_PER_IMAGE; n++) {
      const value = withOneError(right, rng);
      const wrong: Reading = {
        ...fields.usdot_number,
        value,
        score: rng.pick(['Medium', 'Low']),
        alternatives: [],
      };
      clear.add(right, value, registry.matchUsdot(wrong, fields));
      garbled.add(right, value, registry.matchUsdot(wrong, misread(fields, rng)));
    }
  }
  const table = textTable(
    ['USDOT readings', 'of', 'right', 'unchanged', 'changed to another', 'wrong at High'],
    [asRead, clear, garbled].map((row) => row.cells()),
  );
  return { table, lost, corrected: clear.right, errors: clear.of };
}

class Row {
  of = 0;
  right = 0;
  #unchanged = 0;
  #changed = 0;
  #wrongAtHigh = 0;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  add(right: string, read: string, { value, score }: { value: string; score: string }): void {
    this.of++;
    if (value === right) this.right++;
    else if (value === read) this.#unchanged++;
    else this.#changed++;
    if (value !== right && score === 'High') this.#wrongAtHigh++;
  }

  cells() {
    return [this.#name, this.of, this.right, this.#unchanged, this.#changed, this.#wrongAtHigh];
  }
}

function isComparable({ sample, fields }: Read): boolean {
  return (
    sample.truth.usdot_number !== undefined &&
    sample.carrier !== undefined &&
    fields.usdot_number.value !== ''
  );
}

/** If the number was misread, the rest of the door usually was too. */
function misread(fields: Fields, rng: Rng): Fields {
  const garble = (text: string) =>
    text.replace(/[A-Z]/gi, (letter) => (rng.chance(1 / 6) ? rng.pick([...'BCDEFHKLMNORSTUVW']) : letter));
  return { ...fields, texts: fields.texts.map(garble), mc_number: { ...fields.mc_number, value: '' } };
}

/** One digit changed, dropped, or doubled: typical OCR errors. */
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
