import sharp from 'sharp';
import { openOcrEngine } from '../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { type StoredReading, storedReading } from '../../server/src/domain/recognition/sighting/view.ts';
import { demoCountry } from '../country/country.ts';
import type { Light } from '../roadside/canvas.ts';
import { drawRoadside, type Sight } from '../roadside/draw-roadside.ts';
import type { Rig } from '../roadside/rig.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import { rigAt } from './demo-rigs.ts';
import { isRainingAt, lightAt, type OwnPassage, ownPassages } from './own-passages.ts';

/** An image of the demo, and how it is drawn. */
export type DemoImage = {
  name: string;
  rig: Rig;
  sight: Sight;
  source: string;
  light: Light;
  isRaining: boolean;
  index: number;
  width: number;
  quality: number;
};

const LARGE = { width: 1_920, quality: 76 };
const SMALL = { width: 1_500, quality: 52 };

const named = (name: string, rig: number, sight: Sight, more: Partial<DemoImage> = {}): DemoImage => ({
  ...{ name, rig: rigAt(rig), sight, source: 'amarillo-i-40-wb', light: 'day', isRaining: false, index: 1 },
  ...LARGE,
  ...more,
});

/** Named in the documentation. The first three show the same truck. No sighting of the demo has them. */
export const namedImages: readonly DemoImage[] = [
  named('truck.jpg', 0, 'quarter'),
  named('cab.jpg', 0, 'quarter', { index: 2 }),
  named('rear.jpg', 0, 'rear'),
  named('trailer.jpg', 1, 'whole', { source: 'toledo-i-80-wb', isRaining: true }),
  named('rain.jpg', 1, 'quarter', { source: 'toledo-i-80-wb', isRaining: true }),
  named('night.jpg', 2, 'quarter', { source: 'joliet-i-80-eb', light: 'night' }),
];

/** The images of the sightings: none is used twice. */
export function passageImages(passages = ownPassages()): { passage: OwnPassage; image: DemoImage }[] {
  return passages.flatMap((passage, n) =>
    passage.sights.map((sight, i) => ({
      passage,
      image: {
        name: `${passage.name}${i === 0 ? '' : `-${sight}`}.jpg`,
        ...{ rig: passage.rig, sight, source: passage.camera.source, index: 100 + n, ...SMALL },
        ...{ light: lightAt(passage.camera, passage.at), isRaining: isRainingAt(passage.camera, passage.at) },
      },
    })),
  );
}

export const demoImages = (): DemoImage[] => [...namedImages, ...passageImages().map(({ image }) => image)];

export const drawDemoImage = ({ rig, name: _, ...how }: DemoImage): Promise<Buffer> =>
  drawRoadside({ seed: demoCountry.seed, vehicle: rig, ...how });

/** What is committed of an image: its labels, and what the OCR engine reads on it. */
export type ReadImage = {
  name: string;
  sight: Sight;
  byteSize: number;
  width: number;
  height: number;
  read: StoredReading;
};

/** Reads the images as recognition does. */
export async function openReader(): Promise<(drawn: DemoImage, image: Buffer) => Promise<ReadImage>> {
  const read = await openOcrEngine();
  const logos = inventedWordmarks.map((wordmark) => wordmark.toLowerCase());
  return async ({ name, sight, rig }, image) => {
    const { width, height } = await sharp(image).metadata();
    const plate = sight === 'rear' ? null : { number: rig.plate, state: rig.plateState, confidence: 0.94 };
    const reading = await read(image, null);
    const stored = storedReading(reading, readFields(reading, { logos, plate }));
    return { name, sight, byteSize: image.length, width, height, read: stored };
  };
}
