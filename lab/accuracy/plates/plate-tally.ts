import type { PlateReading } from '../../../server/src/domain/recognition/readings/reading.ts';
import type { PlateSample } from './plate-samples.ts';

const LEVELS = ['High', 'Medium', 'Low'] as const;

/** Counts the readings of one set of plates. */
export class PlateTally {
  images = 0;
  /** Images whose located boxes are compared with labels. */
  boxed = 0;
  labeled = 0;
  exact = 0;
  /** Exact if `O` and `0`, `I` and `1` count as equal. */
  alike = 0;
  readonly byLevel = { High: [0, 0], Medium: [0, 0], Low: [0, 0] } as Record<
    string,
    [right: number, wrong: number]
  >;
  readonly states = { labeled: 0, given: 0, right: 0 };
  readonly located = { hits: 0, of: 0, falseBoxes: 0 };
  readonly cpuMs: number[] = [];
  readonly wrongAtHigh: string[] = [];
  readonly misses: string[] = [];
  readonly wrongStates: string[] = [];

  add(
    { name, plate, state, box }: PlateSample,
    reading: PlateReading,
    boxes: number[][] | null,
    cpuMs: number,
  ): void {
    this.images++;
    this.cpuMs.push(cpuMs);
    if (boxes) this.#addBoxes(box, boxes);
    if (plate !== '') this.labeled++;
    const isRight = reading.value === plate;
    const line = `${name}: ${plate || 'no plate'}, read ${reading.value || 'nothing'} (${reading.score})`;
    if (!isRight) this.misses.push(line);
    if (plate !== '' && isRight) this.exact++;
    if (plate !== '' && folded(reading.value) === folded(plate)) this.alike++;
    if (reading.value !== '') {
      const counts = this.byLevel[reading.score] as [number, number];
      counts[isRight ? 0 : 1]++;
      if (!isRight && reading.score === 'High') this.wrongAtHigh.push(line);
    }
    if (state) {
      this.states.labeled++;
      if (reading.state !== '') this.states.given++;
      if (reading.state === state) this.states.right++;
      else if (reading.state !== '') this.wrongStates.push(`${name}: ${reading.state}`);
    }
  }

  #addBoxes(truth: number[] | undefined, boxes: number[][]): void {
    this.boxed++;
    const isHit = (box: number[]) => truth !== undefined && intersectionOverUnion(box, truth) > 0.3;
    if (truth) {
      this.located.of++;
      if (boxes.some(isHit)) this.located.hits++;
    }
    this.located.falseBoxes += boxes.filter((box) => !isHit(box)).length;
  }

  rows(): [string, string][] {
    const { labeled, images, exact, located, states } = this;
    const cpu = this.cpuMs.toSorted((a, b) => a - b);
    const high = this.byLevel.High?.[0] ?? 0;
    return [
      ['images', String(images)],
      ...(labeled > 0
        ? ([['plate exact', `${exact} of ${labeled} (${percent(exact, labeled)})`]] as [string, string][])
        : []),
      ...(labeled > 0 ? ([['exact, O and 0, I and 1 alike', `${this.alike}`]] as [string, string][]) : []),
      ...LEVELS.map((level): [string, string] => [
        `right, wrong at ${level}`,
        (this.byLevel[level] ?? [0, 0]).join(', '),
      ]),
      ...(exact > 0 ? ([['share at High of the exact', percent(high, exact)]] as [string, string][]) : []),
      ...(located.of > 0
        ? ([
            ['plates located', `${located.hits} of ${located.of} (${percent(located.hits, located.of)})`],
          ] as [string, string][])
        : []),
      ...(this.boxed > 0
        ? ([['boxes per image that are no labeled plate', (located.falseBoxes / this.boxed).toFixed(2)]] as [
            string,
            string,
          ][])
        : []),
      ...(states.labeled > 0
        ? ([['state given, right', `${states.given}, ${states.right} of ${states.labeled}`]] as [
            string,
            string,
          ][])
        : []),
      [
        'CPU per image, mean and median',
        `${mean(cpu).toFixed(0)} and ${(cpu[cpu.length >> 1] ?? 0).toFixed(0)} ms`,
      ],
    ];
  }
}

const folded = (text: string) => text.replace(/[OQ]/g, '0').replaceAll('I', '1');
const percent = (part: number, of: number) => `${Math.round((1_000 * part) / Math.max(1, of)) / 10} %`;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function intersectionOverUnion(a: number[], b: number[]): number {
  const [al = 0, at = 0, ar = 0, ab = 0] = a;
  const [bl = 0, bt = 0, br = 0, bb = 0] = b;
  const [across, down] = [Math.min(ar, br) - Math.max(al, bl), Math.min(ab, bb) - Math.max(at, bt)];
  if (across <= 0 || down <= 0) return 0;
  const both = across * down;
  return both / ((ar - al) * (ab - at) + (br - bl) * (bb - bt) - both);
}
