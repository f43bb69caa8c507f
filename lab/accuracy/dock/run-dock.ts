import { OcrPool } from '../../../server/src/adapters/ocr/ocr-pool.ts';
import { openPool } from '../../../server/src/db/database.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { textTable } from '../../../server/src/lib/text-table.ts';
import { silent, startTestCluster, TEMPLATE } from '../../../server/test/support/cluster.ts';
import { createDatabase } from '../../../server/test/support/test-server.ts';
import { impostorKinds } from '../../scenes/dock-doors.ts';
import { type DockResult, measureDock } from './measure-dock.ts';

type Goal = [text: string, isMet: boolean];
type DockRun = {
  count: number;
  seed: number;
  kind: string | undefined;
  processes: number;
  listsMisses: boolean;
};

/** Long, so that a busy machine does not change the result. */
const LIMITS = { timeoutMs: 600_000, memoryMb: 1_536 };
const MOST_UNDECIDED = 0.05;

/** Measures dock checks on `count` honest doors and `count` impostors, all of one kind if it is given, with a database of its own. Returns the goals. */
export async function runDock({
  count,
  seed,
  kind: named,
  processes,
  listsMisses,
}: DockRun): Promise<Goal[]> {
  const kind = impostorKinds.find((one) => one === named);
  if (kind !== named) throw new Error(`--kind is one of: ${impostorKinds.join(', ')}.`);
  await using cleanup = new AsyncDisposableStack();
  const { connection, stop } = await startTestCluster();
  cleanup.defer(stop);
  await createDatabase({ connection, template: TEMPLATE, workers: null }, 'dock', `template ${TEMPLATE}`);
  const database = openPool({ ...connection, database: 'dock' }, 10, silent);
  cleanup.defer(() => database.close());
  const recognizer = new OcrPool({ ...LIMITS, processes }, createLog('warn'));
  cleanup.defer(() => recognizer.close());
  const result = await measureDock(database, recognizer, {
    ...{ count, seed, kind, processes },
    onProgress: (doors) => process.stderr.write(`\r${doors} doors`),
  });
  process.stderr.write('\n');
  console.log(
    `Dock checks, seed ${seed}: ${count} honest doors and ${count} impostors${kind === undefined ? '' : ` (${kind})`}\n${tableOf(result)}\n`,
  );
  const { falseYes, falseNo, undecided, times } = result;
  for (const text of falseYes) console.log(`False yes: ${text}`);
  for (const text of falseNo) console.log(`False no: ${text}`);
  if (listsMisses) for (const text of undecided) console.log(text);
  const median = Math.round(times[times.length >> 1] ?? 0);
  console.log(`Reading and decision, median ${median} ms (${processes} at once)\n`);
  return [
    [`no impostor of ${count} taken for the booked carrier (${falseYes.length})`, falseYes.length === 0],
    [`no honest door of ${count} refused (${falseNo.length})`, falseNo.length === 0],
    [
      `at most 5 % of ${count} honest doors undecided (${undecided.length})`,
      undecided.length <= MOST_UNDECIDED * count,
    ],
  ];
}

function tableOf({ answers }: DockResult): string {
  const rows = [...answers].flatMap(([kind, reasons]) =>
    [...reasons].sort((a, b) => b[1] - a[1]).map(([reason, doors]) => [kind, reason, doors]),
  );
  return textTable(['door', 'answer and reason', 'doors'], rows);
}
