import { makeCarrier } from '../src/domain/generate/carrier.ts';
import { demoCountry } from '../src/domain/generate/demo-country.ts';
import { Rng } from '../src/domain/generate/rng.ts';
import {
  type KnownCarrier,
  type MatchedUsdot,
  type MatchFacts,
  matchUsdot,
} from '../src/domain/recognition/carrier-match/match-carrier.ts';
import { usdotCandidates } from '../src/domain/recognition/carrier-match/usdot-candidates.ts';
import type { Fields, Reading } from '../src/domain/recognition/readings/reading.ts';
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
      const { usdot, mc } = sample.truth;
      if (usdot === undefined || !sample.carrier) continue;
      const { name, city, state } = sample.carrier;
      const fact = { usdot_number: Number(usdot), legal_name: name, dba_name: null, city, state };
      this.#known.set(Number(usdot), fact);
      if (mc !== undefined) this.#dockets.set(mc, Number(usdot));
    }
  }

  weigh(reading: Reading, fields: Fields): MatchedUsdot {
    return matchUsdot(reading, this.#facts(reading, fields), fields.texts);
  }

  #facts(reading: Reading, { mc }: Fields): MatchFacts {
    const carriers = usdotCandidates(reading).flatMap(({ usdotNumber }) => this.#carrier(usdotNumber) ?? []);
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

/** What weighing makes of the readings as they came, and of right ones with one digit spoilt. */
export function catalogueExperiment(reads: Read[]): CatalogueOutcome {
  const catalogue = new Catalogue(reads);
  const told = reads.flatMap((read) => (isTold(read) ? [read] : []));
  const asRead = new Row('as they came');
  const clear = new Row('one digit wrong');
  const blurred = new Row('one digit wrong, docket unread, one letter in six of the door wrong');
  const rng = new Rng(4, 0);
  let lost = 0;
  for (const { sample, fields } of told) {
    const right = sample.truth.usdot as string;
    const weighed = catalogue.weigh(fields.usdot, fields);
    asRead.add(right, fields.usdot.value, weighed);
    if (fields.usdot.value !== right) continue;
    if (weighed.value !== right) lost++;
    for (let n = 0; n < ERRORS_PER_PICTURE; n++) {
      const value = withOneError(right, rng);
      const wrong: Reading = { ...fields.usdot, value, score: rng.pick(['Medium', 'Low']), alternatives: [] };
      clear.add(right, value, catalogue.weigh(wrong, fields));
      blurred.add(right, value, catalogue.weigh(wrong, misread(fields, rng)));
    }
  }
  const table = textTable(
    ['USDOT readings', 'of', 'right', 'left as read', 'made another', 'wrong at High'],
    [asRead, clear, blurred].map((row) => row.cells()),
  );
  return { table, lost, mended: clear.right, errors: clear.of };
}

class Row {
  of = 0;
  right = 0;
  #kept = 0;
  #another = 0;
  #wrongAtHigh = 0;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  add(right: string, read: string, { value, score }: { value: string; score: string }): void {
    this.of++;
    if (value === right) this.right++;
    else if (value === read) this.#kept++;
    else this.#another++;
    if (value !== right && score === 'High') this.#wrongAtHigh++;
  }

  cells() {
    return [this.#name, this.of, this.right, this.#kept, this.#another, this.#wrongAtHigh];
  }
}

function isTold({ sample, fields }: Read): boolean {
  return sample.truth.usdot !== undefined && sample.carrier !== undefined && fields.usdot.value !== '';
}

/** The rest of a door whose number was misread is rarely read well either. */
function misread(fields: Fields, rng: Rng): Fields {
  const spoilt = (text: string) =>
    text.replace(/[A-Z]/gi, (letter) => (rng.chance(1 / 6) ? rng.pick([...'BCDEFHKLMNORSTUVW']) : letter));
  return { ...fields, texts: fields.texts.map(spoilt), mc: { ...fields.mc, value: '' } };
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
