import { surveyText } from '../../../server/src/adapters/ocr/detection/find-text.ts';
import { openUpright, regionRaster } from '../../../server/src/adapters/ocr/engine/decode-image.ts';
import { ocrEngine } from '../../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { readRaster } from '../../../server/src/adapters/ocr/engine/read-raster.ts';
import { openReaders, type Readers } from '../../../server/src/adapters/ocr/models/models.ts';
import { locatePlates } from '../../../server/src/adapters/ocr/plates/locate-plates.ts';
import { readFields } from '../../../server/src/domain/recognition/readings/read-fields.ts';
import { textTable } from '../../../server/src/lib/text-table.ts';
import { decoyKinds } from '../../scenes/plate-scene.ts';
import {
  generatedDecoys,
  generatedPlates,
  type PlateSample,
  type PlateSet,
  photoPlateSets,
  statePlates,
} from './plate-samples.ts';
import { PlateTally } from './plate-tally.ts';

type PlateRun = { photos: string | undefined; count: number; seed: number; listsMisses: boolean };
type Goal = [text: string, isMet: boolean];

/** Measures plates: photographs, if there are any, generated plates, and what is not a plate. Returns the goals. */
export async function runPlates({ photos, count, seed, listsMisses }: PlateRun): Promise<Goal[]> {
  if (photos === undefined) console.log('PHOTOS is not set: only generated plates are measured.\n');
  const readers = await openReaders();
  const sets: PlateSet[] = [
    ...(photos === undefined ? [] : photoPlateSets(photos)),
    { title: `generated plates, seed ${seed}`, kind: 'plates', samples: generatedPlates(count, seed) },
    { title: `plates of all states, seed ${seed}`, kind: 'plates', samples: statePlates(count, seed) },
    ...decoyKinds.map(
      (kind): PlateSet => ({
        title: `${kind}s instead of plates, seed ${seed}`,
        kind: 'decoys',
        samples: generatedDecoys(Math.ceil(count / 4), seed, kind),
      }),
    ),
  ];
  const goals: Goal[] = [];
  for (const set of sets) {
    const tally = await measure(readers, set);
    console.log(`${set.title}\n${textTable(['', ''], tally.rows())}\n`);
    for (const line of tally.wrongStates) console.log(`Wrong state: ${line}`);
    for (const line of tally.wrongAtHigh) if (set.kind !== 'unlabeled') console.log(`Wrong at High: ${line}`);
    if (listsMisses && set.kind !== 'unlabeled') for (const line of tally.misses) console.log(line);
    goals.push(...goalsOf(set, tally));
  }
  console.log(`Peak memory: ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB\n`);
  return goals;
}

/** In this process, one image at a time, so that the CPU time is that of the image. */
async function measure(readers: Readers, { samples }: PlateSet): Promise<PlateTally> {
  const read = ocrEngine(readers);
  const tally = new PlateTally();
  for await (const sample of samples) {
    const start = process.cpuUsage();
    const reading = await read(sample.image, null);
    const { user, system } = process.cpuUsage(start);
    const { alpr_plate_number } = readFields(reading, { logos: [] });
    const boxes = hasBoxes(sample) ? await boxesIn(readers, sample.image) : null;
    tally.add(sample, alpr_plate_number, boxes, (user + system) / 1_000);
  }
  return tally;
}

/** On generated images nobody labeled what is a plate to the locator. */
const hasBoxes = ({ box, plate }: PlateSample) => box !== undefined || plate === '';

async function boxesIn(readers: Readers, bytes: Buffer): Promise<number[][]> {
  if (readers.plates === null) return [];
  const image = await openUpright(bytes);
  const { width, height } = image;
  const pixels = await regionRaster(image, { left: 0, top: 0, width, height }, width, height);
  const survey = await surveyText(readers, pixels);
  const lines = await readRaster(readers, pixels, survey);
  const spots = await locatePlates(readers.plates.locator, pixels, survey, lines);
  return spots.map(({ quad }) => {
    const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
}

function goalsOf({ title, kind }: PlateSet, tally: PlateTally): Goal[] {
  const { exact, labeled, located, boxed, byLevel, states } = tally;
  const isPhotos = title.startsWith('photographs');
  const falseBoxes = located.falseBoxes / Math.max(1, boxed);
  const boxes: Goal = [
    `${title}: at most 0.3 false boxes per image (${falseBoxes.toFixed(2)})`,
    falseBoxes <= 0.3,
  ];
  if (kind === 'unlabeled') return [boxes];
  const nothingWrong: Goal = [`${title}: nothing wrong at High`, tally.wrongAtHigh.length === 0];
  if (kind === 'decoys') return [nothingWrong];
  const least = isPhotos ? 0.85 : 0.95;
  const high = byLevel.High?.[0] ?? 0;
  return [
    [`${title}: ${least * 100} % exact (${exact} of ${labeled})`, exact >= least * labeled],
    nothingWrong,
    [`${title}: half of the exact at High (${high} of ${exact})`, high >= exact / 2],
    ...(located.of > 0
      ? [
          boxes,
          [
            `${title}: 97 % located (${located.hits} of ${located.of})`,
            located.hits >= 0.97 * located.of,
          ] as Goal,
        ]
      : []),
    ...(states.labeled > 0
      ? [
          [
            `${title}: state of 70 % with a precision of 0.95 (${states.given} given, ${states.right} right, of ${states.labeled})`,
            states.given >= 0.7 * states.labeled && states.right >= 0.95 * states.given,
          ] as Goal,
        ]
      : []),
  ];
}
