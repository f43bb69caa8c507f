import { LEVELS, type Verdict } from './judge.ts';
import type { OrderFigures } from './measure-order.ts';
import type { Spread } from './spread.ts';

export type Goal = { name: string; measured: string; goal: string; isMet: boolean };

/** The goals of the decisions. `at most one in`: at a size below that number, none. */
export function goalsOf(
  { carriers, sightings, merged, split, passes }: Verdict,
  spread: Spread | null,
  order: OrderFigures | null,
): Goal[] {
  const rate = (name: string, count: number, of: number, oneIn: number): Goal => ({
    name,
    measured: `${count} of ${of}`,
    goal: `≤ 1 in ${oneIn.toLocaleString('en')}`,
    isMet: count <= of / oneIn,
  });
  const none = (name: string, count: number, of: string): Goal => ({
    name,
    measured: `${count} ${of}`,
    goal: '0',
    isMet: count === 0,
  });
  return [
    rate('wrong carrier at High', carriers.High.wrong, sightings, 100_000),
    rate('wrong carrier at Medium', carriers.Medium.wrong, sightings, 500),
    rate('two trucks merged', merged, sightings, 10_000),
    rate('one truck split', split, passes, 100),
    ...(spread
      ? [
          none(
            'images still wrong after the cause was withdrawn',
            spread.stillWrong,
            `after ${spread.mistakes} mistakes`,
          ),
        ]
      : []),
    ...Object.entries(order?.differing ?? {})
      .filter(([name]) => name !== 'by time')
      .map(([name, count]) => none(`decided differently when ${name}`, count, `of ${order?.images} images`)),
  ];
}

/** Markdown for docs/accuracy.md. */
export function reportOf(verdict: Verdict, spread: Spread | null, order: OrderFigures | null): string {
  const { carriers, unknown, sightings, images, passes, caught } = verdict;
  const named = LEVELS.reduce((sum, level) => sum + carriers[level].right + carriers[level].wrong, 0);
  const right = LEVELS.reduce((sum, level) => sum + carriers[level].right, 0);
  const { right: imputed } = carriers.imputed;
  const lines = [
    `${images} images, ${passes} passes, ${sightings} sightings`,
    '',
    '| carrier | right | wrong | precision |',
    '|---|---|---|---|',
    ...LEVELS.map((level) => {
      const { right, wrong } = carriers[level];
      return `| ${level} | ${right} | ${wrong} | ${share(right, right + wrong)} |`;
    }),
    '',
    `Recall of the carrier: ${share(right, sightings)} of all sightings, ${share(right, named)} of those with a carrier.`,
    `Recall of imputed carriers: ${share(imputed, imputed + unknown.knowable)} of the sightings without a number whose truck is known.`,
    `Without a carrier: ${unknown.all}. Wrong by the evidence of another sighting: ${caught}.`,
    ...(spread
      ? [
          `One wrong typed value changes ${spread.mean.toFixed(2)} images of other sightings in the mean, ${spread.most} at most.`,
        ]
      : []),
    '',
    '| goal | measured | goal | met |',
    '|---|---|---|---|',
    ...goalsOf(verdict, spread, order).map(
      ({ name, measured, goal, isMet }) => `| ${name} | ${measured} | ${goal} | ${isMet ? 'yes' : 'no'} |`,
    ),
  ];
  return lines.join('\n');
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(5);
}
