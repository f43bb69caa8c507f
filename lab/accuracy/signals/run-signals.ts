import { percentile } from '../../bench/support/bench.ts';
import { benchService, temporaryFolder } from '../../bench/support/service.ts';
import { DEFAULT_AS_OF } from '../../country/country.ts';
import { loadSignalSet, measureSignals, signalSet } from './measure-signals.ts';
import { priorRevocations } from './prior-revocations.ts';
import { PRECISION_GOAL, RECALL_GOAL } from './signal-tally.ts';

type Goal = [text: string, isMet: boolean];
type Options = {
  carriers: number;
  seed: number;
  sample: number | undefined;
  planted: number | undefined;
  listsMisses: boolean;
};

/** Measures the carrier signals on a labeled country, and on a real census if there is one. Returns the goals. */
export async function runSignals({ carriers, seed, sample, planted, listsMisses }: Options): Promise<Goal[]> {
  await using cleanup = new AsyncDisposableStack();
  const set = signalSet(carriers, seed, sample, planted);
  const { services, database } = await benchService(cleanup, { PROFILE_DEADLINE_MS: '30000' });
  const startedAt = performance.now();
  const plan = await loadSignalSet(database, await temporaryFolder(cleanup), set);
  const loadedAt = performance.now();
  const tally = await measureSignals(database, services.profile, plan, set);
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`;
  console.log(
    `carrier signals, ${carriers} carriers, seed ${seed}, as of ${DEFAULT_AS_OF}: ${plan.cases.length} carriers in planted and honest cases, ${tally.carriers - plan.cases.length} of the others; loaded in ${seconds(startedAt, loadedAt)}, read in ${seconds(loadedAt, performance.now())}`,
  );
  console.log(`${tally.table()}\n`);
  console.log(
    `all signals of one carrier: median ${percentile(tally.times, 0.5).toFixed(1)} ms, p99 ${percentile(tally.times, 0.99).toFixed(1)} ms, four carriers at a time\n`,
  );
  for (const miss of listsMisses ? tally.missesByCase() : tally.missesByCase().slice(0, 12))
    console.log(miss);
  console.log(`\n${await priorRevocations(cleanup, process.env.FEDERAL_SAMPLES)}\n`);
  return tally.figures().flatMap(({ signal, precision, recall }): Goal[] => [
    [`${signal}: precision at least ${PRECISION_GOAL}`, (precision ?? 0) >= PRECISION_GOAL],
    [`${signal}: recall at least ${RECALL_GOAL}`, (recall ?? 0) >= RECALL_GOAL],
  ]);
}
