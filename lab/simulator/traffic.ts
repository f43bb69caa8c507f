import { createHash } from 'node:crypto';
import { imageId } from '../../server/src/domain/images/image-id.ts';
import type { IngestRecord } from '../../server/src/domain/images/ingest-record.ts';
import { classFor } from '../../server/src/domain/images/retention/retention-classes.ts';
import type { TextLine } from '../../server/src/domain/recognition/recognizer.ts';
import { perObject } from '../../server/src/lib/per-object.ts';
import { Rng } from '../country/rng.ts';
import { type LineKind, misread, misreadPlate, type Written } from './misreading.ts';
import type { Mix } from './mix.ts';
import {
  type Camera,
  type Livery,
  liveryAt,
  type Plate,
  type Trailer,
  type Truck,
  type World,
} from './world.ts';

/** One image with its truth. */
export type SimulatedImage = {
  id: string;
  sha256: Buffer;
  organization: number;
  record: IngestRecord;
  lines: TextLine[];
  /** The pass of a truck at a camera: its images are one sighting. */
  pass: number;
  truck: number;
  /** The operating carrier. */
  carrier: string;
  /** The camera sees the tractor, and not only the trailer. */
  isTractor: boolean;
  /** The plate that the camera sees; the partner's may differ. */
  plate: Plate | undefined;
  misread: LineKind[];
  /** When it arrives, in milliseconds. */
  arrival: number;
};

const DAY_MS = 86_400_000;
const BURST = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4];
const PLACEHOLDERS: [text: string, confidence: number][] = [
  ['UNKNOWN', 0.01],
  ['NOPLATE', 0.95],
  ['0000000', 0.3],
];

/** Passes of trucks until there are enough images, in the order of their arrival. */
export function makeTraffic(
  world: World,
  seed: number,
  count: number,
  from: number,
  until: number,
  mix: Mix,
): SimulatedImage[] {
  const rng = new Rng(seed, 2);
  const images: SimulatedImage[] = [];
  let pass = 0;
  while (images.length < count) {
    const truck = rng.pick(world.trucks);
    const camera = cameraOf(world, truck, rng);
    let time = from + rng.next() * (until - from);
    images.push(...passOf(world, truck, camera, time, pass++, rng, mix));
    while (rng.chance(mix.convoy + mix.followed)) {
      // The fronts of two trucks at highway speed are at least three seconds apart.
      time += 3_000 + rng.next() * 15_000;
      const isFleet = rng.chance(mix.convoy / (mix.convoy + mix.followed));
      const next = isFleet ? fleetMate(world, truck, rng) : rng.pick(world.trucks);
      if (next !== truck) images.push(...passOf(world, next, camera, time, pass++, rng, mix));
    }
  }
  return images.sort((a, b) => a.arrival - b.arrival || (a.id < b.id ? -1 : 1));
}

/** Trucks pass a few cameras again and again. */
function cameraOf({ cameras }: World, { home }: Truck, rng: Rng): Camera {
  const at = rng.chance(0.8) ? home + rng.below(5) : rng.below(cameras.length);
  return cameras[at % cameras.length] as Camera;
}

function fleetMate({ trucks }: World, { id, liveries: [{ carrier }] }: Truck, rng: Rng): Truck {
  const near = trucks.slice(Math.max(0, id - 15), id + 15);
  return rng.pick(near.filter(({ liveries }) => liveries[0].carrier === carrier));
}

/** A trailer stays with a truck for a day, and no other truck pulls it on that day. */
function trailerOf(
  world: World,
  truck: Truck,
  { carrier }: Livery,
  time: number,
  { leasedTrailer }: Mix,
): Trailer {
  const day = Math.floor(time / DAY_MS);
  const own = trailersOf(world.trailers).get(carrier) ?? [];
  const isLeased = new Rng(truck.id, day).chance(leasedTrailer);
  // A truck that was sold is not among those for which its new carrier has trailers.
  if (isLeased || own.length === 0 || truck.liveries[0].carrier !== carrier)
    return at(world.pool, truck.id + day * 31);
  return at(own, truck.number + day);
}

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
const trailersOf = perObject((trailers: readonly Trailer[]) => Map.groupBy(trailers, ({ owner }) => owner));

function passOf(
  world: World,
  truck: Truck,
  camera: Camera,
  start: number,
  pass: number,
  rng: Rng,
  mix: Mix,
): SimulatedImage[] {
  const livery = liveryAt(truck, start);
  const trailer = rng.chance(0.9) ? trailerOf(world, truck, livery, start, mix) : null;
  const images: SimulatedImage[] = [];
  let time = Math.floor(start);
  for (let n = rng.pick(BURST); n > 0; n--) {
    const { lines, misread: wrong } = misread(letteringOf(truck, livery, trailer, camera), rng);
    const shown = camera.shows === 'rear' ? trailer?.plate : livery.plate;
    const plate = shown && rng.chance(0.88) ? misreadPlate(shown, rng) : null;
    const [text, confidence] = rng.chance(mix.placeholder)
      ? rng.pick(PLACEHOLDERS)
      : [plate?.number ?? null, plate?.confidence ?? 0];
    const burst = time;
    time += 400 + rng.below(1_100);
    // An image without text and without a plate does not become a sighting.
    if (lines.length === 0 && text === null) continue;
    const record = recordOf(camera, burst, text, plate?.state ?? '', confidence);
    const sha256 = createHash('sha256').update(`${pass} ${burst} ${camera.source}`).digest();
    images.push({
      id: imageId(classFor(365), camera.organization, record, sha256),
      ...{ sha256, record, lines, pass, plate: shown, misread: wrong },
      organization: camera.organization,
      truck: truck.id,
      isTractor: camera.shows !== 'rear',
      carrier: livery.carrier.usdot,
      arrival: burst + (rng.chance(mix.late) ? rng.next() * 2 * DAY_MS : rng.next() * 3_000),
    });
  }
  return images;
}

function recordOf(
  { source, city }: Camera,
  time: number,
  plate: string | null,
  state: string,
  confidence: number,
): IngestRecord {
  return {
    source,
    time_captured: new Date(time),
    ...{ box_xmin: 0, box_ymin: 0, box_xmax: 1, box_ymax: 1 },
    ...{
      latitude: 35.2,
      longitude: -101.8,
      city,
      state: 'TX',
      route: 'I-40',
      traffic_direction: 'Westbound',
    },
    ...{ alpr_confidence: confidence, alpr_state: state, plate_number: plate },
  };
}

/** What the camera sees of the truck. */
function letteringOf(
  truck: Truck,
  { carrier, cab, lessor }: Livery,
  trailer: Trailer | null,
  camera: Camera,
): Written[] {
  const trailerSide: Written[] = trailer
    ? [
        { kind: 'trailer', text: trailer.number, x: 930, y: 270, height: 30 },
        { kind: 'wordmark', text: trailer.wordmark, x: 100, y: 350, height: 100 },
      ]
    : [];
  if (camera.shows === 'rear') return trailerSide;
  const hood: Written = { kind: 'cab', text: cab, x: 1660, y: 510, height: 34 };
  if (camera.shows === 'front') return [hood];
  const door: [LineKind | 'plain', string][] = [
    ...(lessor ? ([['usdot', `USDOT ${lessor.usdot}`]] as const) : []),
    // Some doors do not say which number is whose.
    ...(lessor && truck.id % 5 > 0 ? ([['plain', 'LEASED TO']] as const) : []),
    ['name', carrier.name],
    ['usdot', `USDOT ${carrier.usdot}`],
    ...(carrier.mc ? ([['mc', `MC ${carrier.mc}`]] as const) : []),
    ...(truck.showsVin ? ([['vin', `VIN ${truck.vin.slice(-8)}`]] as const) : []),
  ].map(([kind, text]) => [kind as LineKind | 'plain', text as string]);
  const lettering = door.map(
    ([kind, text], i): Written => ({ kind, text, x: 1300, y: 450 + i * 30, height: 20 }),
  );
  return [...trailerSide, ...lettering, hood];
}
