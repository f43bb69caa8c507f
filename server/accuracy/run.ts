/** How well pictures are read: `npm run accuracy -- --pictures 400 --seed 9 --misses`. A measurement, not a test. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OcrPool } from '../src/adapters/ocr/ocr-pool.ts';
import { inventedWordmarks } from '../src/domain/generate/scenes/vehicle.ts';
import { readFields } from '../src/domain/recognition/readings/read-fields.ts';
import type { Recognizer } from '../src/domain/recognition/recognizer.ts';
import { createLog } from '../src/lib/log.ts';
import { catalogueExperiment, type Read } from './catalogue-experiment.ts';
import { generatedSet } from './generated-set.ts';
import { photoSets } from './photo-sets.ts';
import type { SampleSet } from './sample.ts';
import { Tally } from './tally.ts';

/** Long: a machine that is busy with other things is no reason to measure less. */
const TIMEOUT_MS = 600_000;
const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    photos: { type: 'string', default: join(import.meta.dirname, '../../../shared/photos') },
    misses: { type: 'boolean', default: false },
  },
});

const photos = await photoSets(values.photos);
if (photos.length === 0)
  console.log(`No photographs at ${values.photos}: only generated scenes are measured.\n`);
const sets = [...photos, generatedSet(Number(values.pictures), Number(values.seed))];
const wordmarks = sets.flatMap(({ samples }) => samples.flatMap(({ truth }) => truth.wordmark ?? []));
const logos = [
  ...new Set(
    [...wordmarks, ...inventedWordmarks, ...(await shippedLogos())].map((mark) => mark.toLowerCase()),
  ),
];
const threads = availableParallelism();
const recognizer = new OcrPool({ threads, timeoutMs: TIMEOUT_MS }, createLog('warn'));

const goals: [text: string, isMet: boolean][] = [];
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
} finally {
  await recognizer.close();
}
const catalogue = catalogueExperiment(reads);
console.log(`USDOT numbers against a catalogue of 2 million carriers\n${catalogue.table}\n`);
goals.push(['nothing wrong at High', wrongAtHigh === 0]);
goals.push(['the catalogue loses nothing', catalogue.lost === 0]);
goals.push(['half of the one-digit errors are mended', catalogue.mended >= catalogue.errors / 2]);
for (const [text, isMet] of goals) console.log(`${isMet ? 'met   ' : 'MISSED'} ${text}`);
process.exitCode = goals.every(([, isMet]) => isMet) ? 0 : 1;

/** The hundreds of names that the product knows: the more there are, the more can be mistaken. */
async function shippedLogos(): Promise<string[]> {
  const sql = await readFile(join(import.meta.dirname, '../migrations/0006-logos.sql'), 'utf8');
  return Array.from(sql.matchAll(/\('((?:[^']|'')+)'\)/g), ([, name = '']) => name.replaceAll("''", "'"));
}

async function measure({ samples }: SampleSet, engine: Recognizer): Promise<Tally> {
  const tally = new Tally();
  const waiting = [...samples];
  const one = async () => {
    for (let sample = waiting.shift(); sample; sample = waiting.shift()) {
      const picture = await sample.open();
      const fields = readFields(await engine.read({ picture, box: null }), { logos });
      tally.add(sample, fields);
      reads.push({ sample, fields });
    }
  };
  await Promise.all(Array.from({ length: threads }, one));
  return tally;
}

function setGoals({ title }: SampleSet, tally: Tally): void {
  const { of, exact } = tally.of('usdot');
  if (title.startsWith('real'))
    goals.push([`USDOT on every real photograph (${exact} of ${of})`, exact === of]);
  if (!title.startsWith('synthetic')) return;
  goals.push([`USDOT on all synthetic photographs but one (${exact} of ${of})`, exact >= of - 1]);
  for (const field of ['trailerNumber', 'wordmark'] as const) {
    const counts = tally.of(field);
    goals.push([`${field} on every one (${counts.exact} of ${counts.of})`, counts.exact === counts.of]);
  }
}
