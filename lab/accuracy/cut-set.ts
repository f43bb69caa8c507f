import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import type { Recognizer } from '../../server/src/domain/recognition/recognizer.ts';
import { mapConcurrent } from '../../server/src/lib/async/map-concurrent.ts';
import { textTable } from '../../server/src/lib/text-table.ts';
import { cutKinds, drawCutScene } from '../scenes/cut-scene.ts';

type CutResult = {
  table: string;
  /** Numbers with a digit missing, or another wrong number, at Medium or High. */
  wrong: string[];
};

/** Reads USDOT numbers whose first or last digit is partly hidden. */
export async function measureCutEnds(
  count: number,
  seed: number,
  engine: Pick<Recognizer, 'read'>,
  threads: number,
): Promise<CutResult> {
  // In the order of the columns of the table.
  const rows = new Map(
    cutKinds.map((kind) => [kind, { all: 0, whole: 0, high: 0, low: 0, wrong: 0, unread: 0 }]),
  );
  const wrong: string[] = [];
  await mapConcurrent(threads, [...Array(count).keys()], async (index) => {
    const { image, usdot, kind, end, hidden, box } = await drawCutScene(seed, index);
    const { value, score } = readFields(await engine.read({ image, box }), { logos: [] }).usdot_number;
    const row = rows.get(kind);
    if (!row) return;
    row.all++;
    if (value === '') row.unread++;
    else if (value === usdot) {
      row.whole++;
      if (score === 'High') row.high++;
    } else if (score === 'Low') row.low++;
    else {
      row.wrong++;
      const part = `${Math.round(hidden * 100)} % of the ${end} digit hidden by ${kind}`;
      wrong.push(`seed ${seed}, number ${index}: ${usdot} read as ${value} at ${score}, ${part}`);
    }
  });
  const table = textTable(
    ['hidden by', 'images', 'right', 'of these High', 'wrong at Low', 'wrong above Low', 'unread'],
    [...rows].map(([kind, counts]) => [kind, ...Object.values(counts)]),
  );
  return { table, wrong };
}
