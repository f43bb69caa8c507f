import { byName } from '../../server/src/lib/by-name.ts';
import type { Decided } from './decisions.ts';
import type { SimulatedImage } from './traffic.ts';

export const LEVELS = ['High', 'Medium', 'Low', 'imputed'] as const;
type Level = (typeof LEVELS)[number];

export type Verdict = {
  images: number;
  sightings: number;
  passes: number;
  /** Sightings by the level of their carrier. */
  carriers: Record<Level, { right: number; wrong: number }>;
  /** Without a carrier; `knowable`: a plate was sent of a tractor whose carrier another sighting has right. */
  unknown: { all: number; knowable: number };
  /** Sightings with images of two trucks, and passes in several sightings. */
  merged: number;
  split: number;
  /** Wrong sightings none of whose own images has a misread number: the error came from another sighting. */
  caught: number;
  /** For a closer look: the images of each case, with their truth. */
  examples: Record<(typeof EXAMPLES)[number], string[]>;
};

const EXAMPLES = ['wrongHigh', 'wrongMedium', 'wrongImputed', 'merged', 'split'] as const;

const MOST_EXAMPLES = 12;

/** Compares the decisions with the truth. */
export function judge(images: readonly SimulatedImage[], decisions: readonly Decided[]): Verdict {
  const truth = new Map(images.map((image) => [image.id, image]));
  const passes = new Map<number, Set<number>>();
  const known = new Set<number>();
  const unknown: number[][] = [];
  const verdict: Verdict = {
    images: truth.size,
    sightings: decisions.length,
    passes: 0,
    carriers: { High: tally(), Medium: tally(), Low: tally(), imputed: tally() },
    unknown: { all: 0, knowable: 0 },
    merged: 0,
    split: 0,
    caught: 0,
    examples: { wrongHigh: [], wrongMedium: [], wrongImputed: [], merged: [], split: [] },
  };
  for (const decision of decisions) {
    const { id, images: ids, usdot_number, score, isImputed } = decision;
    const views = ids.map((one) => truth.get(one) as SimulatedImage);
    for (const { pass } of views) passes.set(pass, (passes.get(pass) ?? new Set()).add(id));
    const trucks = [...new Set(views.map(({ truck }) => truck))];
    if (trucks.length > 1) {
      verdict.merged++;
      note(verdict.examples.merged, explained(decision, views));
    }
    if (usdot_number === '0') {
      unknown.push(
        views.some(({ record, isTractor }) => isTractor && record.plate_number !== null) ? trucks : [],
      );
      continue;
    }
    const level = isImputed ? 'imputed' : (score as Level);
    const isRight = views.some(({ carrier }) => carrier === usdot_number);
    verdict.carriers[level][isRight ? 'right' : 'wrong']++;
    if (isRight) for (const truck of trucks) known.add(truck);
    else {
      if (level === 'High') note(verdict.examples.wrongHigh, explained(decision, views));
      if (level === 'Medium') note(verdict.examples.wrongMedium, explained(decision, views));
      if (level === 'imputed') note(verdict.examples.wrongImputed, explained(decision, views));
      if (!views.some(({ misread }) => misread.includes('usdot') || misread.includes('mc'))) verdict.caught++;
    }
  }
  verdict.passes = passes.size;
  for (const [pass, sightings] of passes) {
    if (sightings.size < 2) continue;
    verdict.split++;
    if (verdict.examples.split.length < MOST_EXAMPLES)
      verdict.examples.split.push(described(images.filter((image) => image.pass === pass)));
  }
  verdict.unknown = {
    all: unknown.length,
    knowable: unknown.filter((trucks) => trucks.some((truck) => known.has(truck))).length,
  };
  return verdict;
}

/** The verdict of several simulations together. */
export function sumOf(verdicts: readonly [Verdict, ...Verdict[]]): Verdict {
  const [first, ...rest] = verdicts;
  return rest.reduce((sum, one) => added(sum, one), first);
}

function added(a: Verdict, b: Verdict): Verdict {
  return {
    ...byName(
      ['images', 'sightings', 'passes', 'merged', 'split', 'caught'] as const,
      (name) => a[name] + b[name],
    ),
    carriers: byName(LEVELS, (level) => ({
      right: a.carriers[level].right + b.carriers[level].right,
      wrong: a.carriers[level].wrong + b.carriers[level].wrong,
    })),
    unknown: byName(['all', 'knowable'] as const, (name) => a.unknown[name] + b.unknown[name]),
    examples: byName(EXAMPLES, (name) => [...a.examples[name], ...b.examples[name]]),
  };
}

const tally = () => ({ right: 0, wrong: 0 });

function note(list: string[], text: string): void {
  if (list.length < MOST_EXAMPLES) list.push(text);
}

function explained({ usdot_number, score, why }: Decided, views: readonly SimulatedImage[]): string {
  return `${usdot_number} ${score} ${why}\n${described(views)}`;
}

function described(views: readonly SimulatedImage[]): string {
  const [first] = views.map(({ record }) => record.time_captured.getTime()).sort((a, b) => a - b);
  return views
    .map(({ pass, truck, carrier, record, misread, lines }) => {
      const seconds = (record.time_captured.getTime() - (first ?? 0)) / 1_000;
      const text = lines.map((line) => `${line.text}${line.second ? '' : '?'}@${line.confidence}`).join(', ');
      const plate = `${record.plate_number} ${record.alpr_state} @${record.alpr_confidence}`;
      return `pass ${pass} truck ${truck} of ${carrier} +${seconds} s: ${plate}; misread ${misread}; ${text}`;
    })
    .join('\n');
}
