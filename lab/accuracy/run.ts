/**
 * npm run accuracy -- --images 400 --seed 9 --misses: measures how well images are read, by field and confidence level, and
 * the carrier signals. --signals: only the signals; --carriers 5000: in a smaller country; --sample 20000: more of its carriers;
 * --planted 200: so many cases of each signal, and a quarter as many of each honest kind.
 * npm run accuracy -- --plates: only plates, their states, what is not a plate, and the CPU time; --plate-count 400: more plates.
 * npm run accuracy -- --dock --images 2000: dock checks on so many honest doors and as many impostors; --kind magnet: only
 * impostors of this kind; --processes 1: so many at once.
 * npm run accuracy -- --private --images 2000: what PRIVATE_VEHICLES=drop leaves of generated private cars; --processes 8: so
 * many images at once, by default one per core.
 * npm run accuracy -- --thefts 500: the files of so many stolen vehicles.
 * npm run accuracy -- --labels [folder]: measures the images of `milepost export labels` instead.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OcrPool } from '../../server/src/adapters/ocr/ocr-pool.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import type { Recognizer } from '../../server/src/domain/recognition/recognizer.ts';
import { mapConcurrent } from '../../server/src/lib/async/map-concurrent.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import { measureCutEnds } from './cut-set.ts';
import { runDock } from './dock/run-dock.ts';
import { generatedSet } from './generated-set.ts';
import { beforeTable, labelSet } from './label-set.ts';
import { photoSets } from './photo-sets.ts';
import { plateSet } from './plate-set.ts';
import { runPlates } from './plates/run-plates.ts';
import { runPrivate } from './private/run-private.ts';
import { type Read, registryExperiment } from './registry-experiment.ts';
import type { SampleSet } from './sample.ts';
import { runSignals } from './signals/run-signals.ts';
import { Tally } from './tally.ts';
import { runThefts } from './thefts.ts';

/** Long, so that a busy machine does not change the result. */
const TIMEOUT_MS = 600_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    images: { type: 'string', default: '120' },
    plates: { type: 'boolean', default: false },
    'plate-count': { type: 'string' },
    cuts: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
    photos: { type: 'string', default: process.env.PHOTOS },
    misses: { type: 'boolean', default: false },
    signals: { type: 'boolean', default: false },
    carriers: { type: 'string', default: '100000' },
    sample: { type: 'string' },
    planted: { type: 'string' },
    labels: { type: 'boolean', default: false },
    private: { type: 'boolean', default: false },
    processes: { type: 'string', default: String(availableParallelism()) },
    dock: { type: 'boolean', default: false },
    kind: { type: 'string' },
    thefts: { type: 'string' },
  },
});

const goals: [text: string, isMet: boolean][] = [];
if (values.plates) {
  goals.push(
    ...(await runPlates({
      photos: values.photos,
      count: Number(values['plate-count'] ?? 200),
      seed: Number(values.seed),
      listsMisses: values.misses,
    })),
  );
  reportGoals();
  process.exit();
}
if (values.thefts) {
  const options = { seed: Number(values.seed), thefts: Number(values.thefts), vehicles: 20_000 };
  goals.push(...(await runThefts(options)));
  reportGoals();
  process.exit();
}
if (values.private) {
  goals.push(...(await runPrivate(Number(values.images), Number(values.seed), Number(values.processes))));
  reportGoals();
  process.exit();
}
if (values.dock) {
  goals.push(
    ...(await runDock({
      count: Number(values.images),
      seed: Number(values.seed),
      kind: values.kind,
      processes: Number(values.processes),
      listsMisses: values.misses,
    })),
  );
  reportGoals();
  process.exit();
}
if (!values.labels)
  goals.push(
    ...(await runSignals({
      carriers: Number(values.carriers),
      seed: Number(values.seed),
      sample: values.sample === undefined ? undefined : Number(values.sample),
      planted: values.planted === undefined ? undefined : Number(values.planted),
      listsMisses: values.misses,
    })),
  );
if (values.signals) {
  reportGoals();
  process.exit();
}

const labels = values.labels ? await labelSet(positionals[0] ?? 'labels') : null;
const sets = labels === null ? await usualSets() : [labels];
const wordmarks = sets.flatMap(({ samples }) => samples.flatMap(({ truth }) => truth.equipment_logo ?? []));
const logos = [
  ...new Set(
    [...wordmarks, ...inventedWordmarks, ...(await shippedLogos())].map((mark) => mark.toLowerCase()),
  ),
];
const threads = Number(values.processes);
const recognizer = new OcrPool(
  { processes: threads, timeoutMs: TIMEOUT_MS, memoryMb: 1_536 },
  createLog('warn'),
);

const reads: Read[] = [];
let wrongAtHigh = 0;
try {
  for (const set of sets) {
    const tally = await measure(set, recognizer);
    console.log(`${set.title}: ${set.samples.length}\n${tally.table()}\n`);
    if (values.misses) for (const miss of tally.misses) console.log(JSON.stringify(miss));
    wrongAtHigh += tally.wrongAtHigh().length;
    for (const miss of tally.wrongAtHigh()) console.log(`Wrong at High: ${JSON.stringify(miss)}`);
    setGoals(set, tally);
  }
  await measureCuts(Number(values.cuts));
} finally {
  await recognizer.close();
}
if (labels === null) {
  goals.push(['nothing wrong at High', wrongAtHigh === 0]);
  weighAgainstRegistry();
} else {
  console.log(`When they were labeled\n${beforeTable(labels)}`);
}
reportGoals();

function reportGoals(): void {
  for (const [text, isMet] of goals) console.log(`${isMet ? 'met   ' : 'MISSED'} ${text}`);
  process.exitCode = goals.every(([, isMet]) => isMet) ? 0 : 1;
}

function weighAgainstRegistry(): void {
  const { table, lost, corrected, errors } = registryExperiment(reads);
  console.log(`USDOT numbers weighed against a registry of 2 million carriers\n${table}\n`);
  goals.push(['weighing makes no correct reading wrong', lost === 0]);
  goals.push(['weighing corrects half of the one-digit errors', corrected >= errors / 2]);
}

async function usualSets(): Promise<SampleSet[]> {
  const photos = values.photos === undefined ? [] : await photoSets(values.photos);
  if (values.photos === undefined) console.log('PHOTOS is not set: only generated scenes are measured.\n');
  return [
    ...photos,
    plateSet(Number(values['plate-count'] ?? 60), Number(values.seed)),
    generatedSet(Number(values.images), Number(values.seed)),
  ].filter(({ samples }) => samples.length > 0);
}

/** The product's own logo list: more names mean more chances of a wrong match. */
async function shippedLogos(): Promise<string[]> {
  const sql = await readFile(join(import.meta.dirname, '../../server/migrations/0012-logos.sql'), 'utf8');
  return Array.from(sql.matchAll(/\('((?:[^']|'')+)'\)/g), ([, name = '']) => name.replaceAll("''", "'"));
}

async function measure({ samples }: SampleSet, engine: Recognizer): Promise<Tally> {
  const tally = new Tally();
  await mapConcurrent(threads, samples, async (sample) => {
    const image = await sample.open();
    const fields = readFields(await engine.read({ image, box: sample.box ?? null }), { logos });
    tally.add(sample, fields);
    reads.push({ sample, fields });
  });
  return tally;
}

async function measureCuts(count: number): Promise<void> {
  if (count === 0) return;
  const { table, wrong } = await measureCutEnds(count, Number(values.seed), recognizer, threads);
  console.log(`USDOT numbers with a hidden first or last digit, seed ${values.seed}\n${table}\n`);
  for (const miss of wrong) console.log(`Wrong above Low: ${miss}`);
  goals.push([
    `no number with a hidden digit wrong above Low (${wrong.length} of ${count})`,
    wrong.length === 0,
  ]);
}

function setGoals({ title }: SampleSet, tally: Tally): void {
  const { of, exact } = tally.of('usdot_number');
  if (title.startsWith('real'))
    goals.push([`USDOT on every real photograph (${exact} of ${of})`, exact === of]);
  if (title.startsWith('plates')) {
    const plates = tally.of('alpr_plate_number');
    goals.push([`19 of 20 plates (${plates.exact} of ${plates.of})`, plates.exact >= 0.95 * plates.of]);
  }
  if (!title.startsWith('synthetic')) return;
  goals.push([`USDOT on all but one synthetic photograph (${exact} of ${of})`, exact >= of - 1]);
  for (const field of ['equipment_number', 'equipment_logo'] as const) {
    const counts = tally.of(field);
    goals.push([
      `${field} on every synthetic photograph (${counts.exact} of ${counts.of})`,
      counts.exact === counts.of,
    ]);
  }
}
