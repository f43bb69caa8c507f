import sharp from 'sharp';
import { openOcrEngine } from '../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { type StoredReading, storedReading } from '../../server/src/domain/recognition/sighting/view.ts';
import { makeLicense } from '../country/authority.ts';
import { demoCountry } from '../country/country.ts';
import { drawScene } from '../scenes/draw-scene.ts';
import type { SceneKind, SceneTruth, SceneVariant } from '../scenes/scene.ts';
import { countryVehicle, inventedWordmarks, type Vehicle } from '../scenes/vehicle.ts';
import { demoCarrier, isPlanted } from './demo-plan.ts';

/** `truck` is a position in `demoTrucks()`. */
type DemoScene = { name: string; kind: SceneKind; variant: SceneVariant; truck: number; isSmall: boolean };

/** Named in the documentation. `truck.jpg`, `cab.jpg` and `rear.jpg` show the same truck. */
const NAMED: DemoScene[] = [
  { name: 'truck.jpg', kind: 'side', variant: 'clean', truck: 0, isSmall: false },
  { name: 'cab.jpg', kind: 'cab', variant: 'angle', truck: 0, isSmall: false },
  { name: 'rear.jpg', kind: 'rear', variant: 'clean', truck: 0, isSmall: false },
  { name: 'trailer.jpg', kind: 'trailer', variant: 'rain', truck: 1, isSmall: false },
  { name: 'rain.jpg', kind: 'side', variant: 'rain', truck: 1, isSmall: false },
  { name: 'night.jpg', kind: 'cab', variant: 'night', truck: 2, isSmall: false },
];
/** The trucks on the named images are the first of `demoTrucks()`. */
export const NAMED_TRUCKS = 3;
const MORE: [SceneKind, SceneVariant][] = [
  ['side', 'clean'],
  ['cab', 'angle'],
  ['side', 'angle'],
  ['cab', 'clean'],
];
const TRUCKS = 18;
const SMALL_WIDTH = 1_280;
const SMALL_QUALITY = 62;

/** One file per scene that the sightings of the demo show, beside the named ones. */
const demoScenes: readonly DemoScene[] = [
  ...NAMED,
  ...Array.from({ length: TRUCKS - 2 }, (_, i): DemoScene => {
    const [kind, variant] = MORE[i % MORE.length] as [SceneKind, SceneVariant];
    return { name: `truck-${i + 3}.jpg`, kind, variant, truck: i + 2, isSmall: true };
  }),
];

/** Carriers whose trucks are photographed: for hire, active, with tractors; large fleets among them. */
export function demoTrucks(): { index: number; vehicle: Vehicle }[] {
  const trucks: { index: number; vehicle: Vehicle }[] = [];
  const { carriers } = demoCountry;
  for (const start of [100, 0]) {
    for (let index = start; index < carriers && trucks.length < (start === 0 ? TRUCKS : 12); index++) {
      if (isPlanted(index)) continue;
      const carrier = demoCarrier(index);
      if (carrier.tractors === 0 || carrier.trailers === 0 || carrier.inspectionsPerUnit === 0) continue;
      if (!makeLicense(demoCountry, carrier)?.active) continue;
      trucks.push({ index, vehicle: countryVehicle(demoCountry, index) });
    }
  }
  return trucks;
}

/** What is committed of a scene: its labels, and what the OCR engine reads on it. */
export type ReadScene = {
  name: string;
  truck: number;
  truth: SceneTruth;
  byteSize: number;
  width: number;
  height: number;
  read: StoredReading;
};

type DrawnScene = DemoScene & { image: Buffer; truth: SceneTruth };

export async function drawDemoScenes(): Promise<DrawnScene[]> {
  const trucks = demoTrucks();
  const drawn: DrawnScene[] = [];
  for (const scene of demoScenes) {
    const { kind, variant, truck, isSmall } = scene;
    const vehicle = trucks[truck]?.vehicle;
    if (!vehicle) throw new Error(`there is no truck ${truck}`);
    const { image, truth } = await drawScene({
      seed: demoCountry.seed,
      index: truck,
      kind,
      variant,
      vehicle,
    });
    const small = sharp(image).keepExif().resize(SMALL_WIDTH).jpeg({ quality: SMALL_QUALITY, mozjpeg: true });
    drawn.push({ ...scene, truth, image: isSmall ? await small.toBuffer() : image });
  }
  return drawn;
}

/** Reads the images as recognition does. */
export async function readDemoScenes(scenes: DrawnScene[]): Promise<ReadScene[]> {
  const trucks = demoTrucks();
  const read = await openOcrEngine();
  const logos = inventedWordmarks.map((wordmark) => wordmark.toLowerCase());
  const results: ReadScene[] = [];
  for (const { name, truck, truth, image } of scenes) {
    const { width, height } = await sharp(image).metadata();
    const vehicle = trucks[truck]?.vehicle;
    const plate = vehicle ? { number: vehicle.plate, state: vehicle.plateState, confidence: 0.94 } : null;
    const reading = await read(image, null);
    const stored = storedReading(reading, readFields(reading, { logos, plate }));
    results.push({ name, truck, truth, byteSize: image.length, width, height, read: stored });
  }
  return results;
}
