import { miles } from '../../server/src/lib/geography/great-circle.ts';
import { demoCountry } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import type { Light } from '../roadside/canvas.ts';
import type { Sight } from '../roadside/draw-roadside.ts';
import type { Rig } from '../roadside/rig.ts';
import { demoNow } from './build-country.ts';
import { type Camera, ownCameras, SILENT_CAMERA, SILENT_DAYS } from './demo-cameras.ts';
import { demoRigs, NAMED_RIGS, rigAt, STOLEN, stolenTrailer, withTrailerOf } from './demo-rigs.ts';

const STREAM_PASSAGES = 93;
const STREAM_WEATHER = 95;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 89;
const PASSAGES = 78;
/** Rigs that alerts of the demo watch. */
const WATCHED_RIGS = [13, 15];
const MINUTES_BETWEEN = 17;
/** Including rests. */
export const AVERAGE_MPH = 45;

/** A rig that passes a camera of the demo organization, and the images that the camera takes of it. */
export type OwnPassage = { name: string; at: Date; rig: Rig; camera: Camera; sights: Sight[] };

/** In the order of their times. No rig is faster than trucks are. */
export function ownPassages(): OwnPassage[] {
  const rng = new Rng(demoCountry.seed, 0, STREAM_PASSAGES);
  const story = stolenPassages();
  const isInStory = (n: number) => n === STOLEN.rig || n === STOLEN.thief;
  const free = demoRigs.map((_, n) => n).filter((n) => n >= NAMED_RIGS - 1 && !isInStory(n));
  const drawn = Array.from({ length: PASSAGES }, () => {
    const daysAgo = Math.floor(DAYS * rng.next() ** 2);
    const at = new Date(demoNow.getTime() - daysAgo * DAY_MS - rng.below(86_400) * 1_000);
    return { at, daysAgo, rig: rigAt(rng.pick(free)) };
  }).sort((a, b) => a.at.getTime() - b.at.getTime());
  const last = new Map<string, { at: Date; camera: Camera }>();
  const passages: OwnPassage[] = [...story];
  for (const [n, { at, daysAgo, rig }] of drawn.entries()) {
    const before = last.get(rig.vin);
    const awake = ownCameras.filter(({ source }) => daysAgo > SILENT_DAYS || source !== SILENT_CAMERA);
    const reachable = awake.filter((camera) => !before || canReach(before, camera, at));
    if (reachable.length === 0) continue;
    // In turn, so that only the silent camera is silent.
    const camera = reachable[n % reachable.length] as Camera;
    last.set(rig.vin, { at, camera });
    const isWatched = rng.chance(0.18);
    passages.push({
      name: `passage-${n}`,
      at,
      rig,
      camera,
      sights: isWatched ? ['quarter', 'rear'] : ['quarter'],
    });
  }
  passages.push(...lastPassages(last, free));
  return passages.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Each camera that is not silent took an image in the last two hours, so that the demo has matches of the day. */
function lastPassages(before: Map<string, { at: Date; camera: Camera }>, free: number[]): OwnPassage[] {
  const rigs = [...WATCHED_RIGS, ...free.filter((n) => !WATCHED_RIGS.includes(n))].map(rigAt);
  const awake = ownCameras.filter(({ source }) => source !== SILENT_CAMERA);
  return awake.flatMap((camera, n): OwnPassage[] => {
    const at = new Date(demoNow.getTime() - (n * MINUTES_BETWEEN + 6) * 60_000);
    const found = rigs.findIndex(({ vin }) => {
      const last = before.get(vin);
      return !last || canReach(last, camera, at);
    });
    const [rig] = found < 0 ? [] : rigs.splice(found, 1);
    return rig ? [{ name: `evening-${n}`, at, rig, camera, sights: ['quarter'] }] : [];
  });
}

export function canReach(from: { at: Date; camera: Camera }, to: Camera, at: Date): boolean {
  const hours = (at.getTime() - from.at.getTime()) / HOUR_MS;
  return miles(from.camera, to) <= hours * AVERAGE_MPH && hours > 0.1;
}

/** Days and hours before the present, the camera, and whether the thief pulls the trailer. */
const JOURNEY: [daysAgo: number, hour: number, source: string, isStolen: boolean][] = [
  [33, 15.2, 'amarillo-i-40-eb', false],
  [26, 9.4, 'joliet-i-80-eb', false],
  [19, 17.9, 'toledo-i-80-wb', false],
  [12, 13.1, 'amarillo-i-40-wb', false],
  [8, 3.6, 'amarillo-i-40-eb', true],
  [5, 22.3, 'joliet-i-80-eb', true],
  [3, 0.7, 'toledo-i-80-wb', true],
  [1, 16.4, 'laredo-i-35-nb', true],
];

function stolenPassages(): OwnPassage[] {
  const owner = stolenTrailer();
  const thief = withTrailerOf(rigAt(STOLEN.thief), stolenTrailer());
  return JOURNEY.map(([daysAgo, hour, source, isStolen], n) => {
    const camera = ownCameras.find((one) => one.source === source);
    if (!camera) throw new Error(`there is no camera ${source}`);
    const at = new Date(demoNow.getTime() - (daysAgo + 1) * DAY_MS + hour * HOUR_MS);
    return { name: `stolen-${n}`, at, rig: isStolen ? thief : owner, camera, sights: ['quarter', 'whole'] };
  });
}

/** By the sun at the place. Dates move with the start of the demo, so the season is not considered. */
export function lightAt({ longitude }: Camera, at: Date): Light {
  const hour = (((at.getTime() / HOUR_MS + longitude / 15) % 24) + 24) % 24;
  if (hour < 5.5 || hour >= 20.3) return 'night';
  return hour < 7 || hour >= 18.3 ? 'dusk' : 'day';
}

/** The same for all images of a camera on a day. */
export function isRainingAt({ source }: Camera, at: Date): boolean {
  const day = Math.floor(at.getTime() / DAY_MS);
  const site = [...source].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0;
  return new Rng(demoCountry.seed, day, site, STREAM_WEATHER).chance(
    source.startsWith('laredo') ? 0.08 : 0.2,
  );
}
