import { Rng } from '../country/rng.ts';
import { drawScene } from './draw-scene.ts';
import { inventedWord } from './invented-word.ts';
import { type Magnets, type SceneVariant, sceneVariants } from './scene.ts';
import { inventedVehicle, type Vehicle } from './vehicle.ts';

/** A carrier of the register. */
export type RegisteredCarrier = {
  usdot: number;
  legalName: string;
  dbaName: string | null;
  city: string;
  state: string;
  mc: number | null;
};

export const impostorKinds = ['one digit off', 'similar name', 'foreign name', 'magnet'] as const;
export type ImpostorKind = (typeof impostorKinds)[number];
export type DoorKind = 'honest' | ImpostorKind;

/** A door at a dock, who is booked, and what the register has of the carriers that are involved. */
export type DockDoor = {
  kind: DoorKind;
  /** In words, for the list of errors. */
  case: string;
  booked: RegisteredCarrier;
  /** Other carriers, whose names or numbers are on the door. */
  others: RegisteredCarrier[];
  draw(): Promise<Buffer>;
};

const STREAM = 311;
/** A truck at a dock stands still. */
const VARIANTS = sceneVariants.filter((variant) => variant !== 'motion');
const LAST_USDOT = 4_500_000;
/** The share of numbers in use: old ones are rare. */
const DIGITS = [7, 7, 7, 7, 7, 7, 7, 6, 6, 5];
const LETTERS = [...'ABCDEFGHIKLMNOPRSTUVWZ'];
const TRADES = ['TRUCKING', 'TRANSPORT', 'FREIGHT LINES', 'LOGISTICS', 'EXPRESS', 'CARRIERS', 'HAULING'];
const ADDED = ['WESTERN', 'SOUTHERN', 'INTERSTATE', 'REGIONAL', 'PREMIER'];

/** The nth honest door of a seed: the carrier is booked whose legal or trade name and number it shows. */
export function honestDoor(seed: number, index: number): DockDoor {
  const { rng, vehicle, booked } = start(seed, index, 1);
  const shown = booked.dbaName !== null && rng.chance(0.5) ? booked.dbaName : booked.legalName;
  return door(seed, index, 'honest', shown === booked.dbaName ? 'trade name' : 'legal name', {
    booked,
    others: [],
    vehicle: { ...vehicle, carrier: shown },
  });
}

/** The nth impostor of a seed: a door that is not the booked carrier's, although much of it is. */
export function impostorDoor(seed: number, index: number): DockDoor {
  const kind = impostorKinds[index % impostorKinds.length] as ImpostorKind;
  const { rng, vehicle, booked } = start(seed, index, 2);
  const other = registered(rng, inventedVehicle(rng));
  const mc = ({ mc }: RegisteredCarrier) => (mc === null ? null : String(mc));
  const made = (what: string, shown: Partial<Vehicle>, others: RegisteredCarrier[], magnets?: Magnets) =>
    door(seed, index, kind, what, { booked, others, vehicle: { ...vehicle, ...shown }, magnets });

  if (kind === 'one digit off') {
    const usdot = oneDigitOff(rng, booked.usdot);
    const holder = rng.chance(0.5) ? [{ ...other, usdot }] : [];
    const docket = rng.chance(0.5) ? mc(booked) : null;
    return made(
      `${usdot}, ${holder.length > 0 ? 'registered' : 'not registered'}`,
      { usdot: `${usdot}`, mc: docket },
      holder,
    );
  }
  if (kind === 'similar name') {
    const carrier = similarName(rng, booked.legalName);
    const own = { ...other, legalName: carrier, dbaName: null };
    if (rng.chance(0.4))
      return made(`${carrier} with its own number`, { carrier, usdot: `${own.usdot}`, mc: mc(own) }, [own]);
    const isRegistered = rng.chance(0.5);
    const docket = rng.pick([mc(booked), null, mc(own)]);
    return made(
      `${carrier}, ${isRegistered ? 'registered' : 'not registered'}`,
      { carrier, mc: docket },
      isRegistered ? [own] : [],
    );
  }
  if (kind === 'foreign name') {
    const isRegistered = rng.chance(0.6);
    const docket = rng.pick([mc(booked), null, mc(other)]);
    const what = `${other.legalName}, ${isRegistered ? 'registered' : 'not registered'}`;
    return made(what, { carrier: other.legalName, mc: docket }, isRegistered ? [other] : []);
  }
  // The door below is that of the other carrier. Some of it stays visible.
  const left = rng.pick(['name', 'mc', 'digits'] as const);
  const below = { carrier: other.legalName, usdot: `${other.usdot}`, city: other.city, state: other.state };
  const docket = left === 'mc' ? `${other.mc ?? 100_000 + rng.below(900_000)}` : null;
  const magnets = {
    name: left === 'name' ? null : booked.legalName,
    usdot: `${booked.usdot}`,
    digitsLeft: left === 'digits' ? 1 + 1.5 * rng.next() : 0,
  };
  return made(`over ${other.usdot}, its ${left} visible`, { ...below, mc: docket }, [other], magnets);
}

type Shown = {
  booked: RegisteredCarrier;
  others: RegisteredCarrier[];
  vehicle: Vehicle;
  magnets?: Magnets | undefined;
};

function door(
  seed: number,
  index: number,
  kind: DoorKind,
  what: string,
  { booked, others, vehicle, magnets }: Shown,
): DockDoor {
  // All conditions for every kind of impostor, whose index rises by as many steps as there are kinds.
  const round = kind === 'honest' ? index : Math.floor(index / impostorKinds.length);
  const variant = VARIANTS[round % VARIANTS.length] as SceneVariant;
  const stream = kind === 'honest' ? seed : seed + 1_000_003;
  return {
    ...{ kind, booked, others },
    case: `${what}, ${variant}`,
    draw: async () =>
      (await drawScene({ seed: stream, index, kind: 'cab', variant, vehicle, magnets })).image,
  };
}

function start(seed: number, index: number, part: number) {
  const rng = new Rng(seed, index, STREAM, part);
  const invented = inventedVehicle(rng);
  const booked = registered(rng, invented);
  const vehicle = {
    ...invented,
    carrier: booked.legalName,
    usdot: `${booked.usdot}`,
    mc: booked.mc && `${booked.mc}`,
  } as Vehicle;
  return { rng, vehicle, booked };
}

function registered(rng: Rng, { carrier, city, state, mc }: Vehicle): RegisteredCarrier {
  const digits = rng.pick(DIGITS);
  const usdot = rng.between(10 ** (digits - 1), Math.min(LAST_USDOT, 10 ** digits - 1));
  return {
    ...{ usdot, city, state },
    legalName: carrier,
    dbaName: rng.chance(0.2) ? `${inventedWord(rng)} ${rng.pick(TRADES)}` : null,
    mc: mc === null ? null : rng.between(100_000, 1_700_000),
  };
}

/** One digit replaced, added or lost. */
function oneDigitOff(rng: Rng, usdot: number): number {
  const text = `${usdot}`;
  const at = rng.below(text.length);
  const kind = rng.next();
  if (kind < 0.1) return Number(text.slice(0, at) + text.slice(at + 1)) || usdot + 1;
  if (kind < 0.2 && text.length < 7) return Number(text.slice(0, at) + rng.between(1, 9) + text.slice(at));
  const own = Number(text[at]);
  const digit = (own + rng.between(1, 9)) % 10;
  if (at === 0 && digit === 0) return usdot + 1;
  return Number(text.slice(0, at) + digit + text.slice(at + 1));
}

/** One letter or two of its first word, another trade, or a word more. */
function similarName(rng: Rng, name: string): string {
  const [first = '', ...rest] = name.split(' ');
  const kind = rng.next();
  if (kind < 0.5) {
    const letters = [...first];
    for (let n = rng.between(1, 2); n > 0; n--) {
      const at = rng.below(letters.length);
      letters[at] = rng.pick(LETTERS.filter((letter) => letter !== letters[at]));
    }
    const other = letters.join('');
    return other === first ? similarName(rng, name) : [other, ...rest].join(' ');
  }
  const trade = TRADES.find((one) => name.includes(one)) ?? '';
  if (kind < 0.8) return name.replace(trade, rng.pick(TRADES.filter((one) => one !== trade)));
  return [first, rng.pick(ADDED), ...rest].join(' ');
}
