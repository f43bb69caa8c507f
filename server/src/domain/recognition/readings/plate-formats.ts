/**
 * Formats of plates by state and province: passenger, truck, trailer and apportioned plates that are on the road.
 * `A` is a letter, `#` a digit; other characters are themselves. Separators are left out, because readers lose them.
 * Those of California (`###AAA#` since March 2026) were checked against VehiclesDB (plates/us-ca.yml, vehiclesdb.com, CC BY 4.0).
 */
const FORMATS: Record<string, string> = {
  AL: '#A##### ##A#### #AA#### ##AA### #AA##AA A######',
  AK: 'AAA### ####AA',
  AZ: 'AAA#### A#A#AA# AAA#AA A#A#A#A AA#####',
  AR: '###AAA AAA##A ####AAA A###### AA#####',
  CA: '#AAA### ###AAA# AAA### ###AAA #A##### #####A# #####A #AA#### AA##### ##A#### #AA###A AP##### XP##### ######A',
  CO: 'AAA### AAAA## AAA#### ###AAA AA##### ####AAA',
  CT: 'AAA### #AAAA# AA##### A##### ##### AA#### A####A #####A',
  DE: '###### ##### #### PC###### CL##### T###### C######',
  DC: 'AA####',
  FL: 'AAAA## ###AAA A###AA AA##AA AAA### ##AAAA ####AA AA#### A####A AA####A A#####',
  GA: 'AAA#### AA##### AA###A A###### AAA###',
  HI: 'AAA### ###AAA',
  ID: 'A###### #A##### #AA#### ##A#### A###A## #A####A AA####',
  IL: 'AA##### A###### P###### ######A ####### ###### AAA### AA####A #######A ######ST ######TA',
  IN: '###AAA ###AA AAA### ###A ####AA P###### TR##### AA##### #######',
  IA: 'AAA### AA#### PA##### AA#####',
  KS: '###AAA ####AAA A##### ######',
  KY: '###AAA A#A### AAA### AAA#### A#####',
  LA: '###AAA AAA### P###### A###### A#####',
  ME: '####AA ###### ####A ####### A###### #####AA ######A',
  MD: '#AA#### AA##### ####AA #####AA ###A## ##A###',
  MA: '#AAA## ###AA# ##AA## ####AA ###### A##### #AA### A#####A',
  MI: 'AAA#### #AAA## AA##### A###### AA####A',
  MN: 'AAA### ###AAA AA##### AAA#### YA##### PAA#### PA#####',
  MS: 'AAA#### AAA### AA#####  A######',
  MO: 'AA#A#A AA#A## ##AAAA #AA### ##A#AA ##A###',
  MT: '######A ###AAA #######  ######  AAA###',
  NE: 'AAA### ##A### #A#### ##A#### AAA#### ######',
  NV: '##A### ###A## AAA### ###AAA A##### ######A',
  NH: '####### ###### #####',
  NJ: 'A##AAA AAA##A AA###A AA##### A##### AA###AA',
  NM: 'AAA### ###AAA AAAA## ######',
  NY: 'AAA#### #####AA ####AAA AA####  A#####A',
  NC: 'AAA#### AA##### AA####  AAA###',
  ND: '###AAA AAA### A###### ######',
  OH: 'AAA#### AA##AA AA##### PAA#### PA##### ###AAA TA##### TAA####',
  OK: 'AAA### ###AAA #AA### AAA#### #AA#### P#####',
  OR: '###AAA AAA### AA##### AA#### T###### YAA#### YAAA### #####A',
  PA: 'AAA#### AA##### AA####A XA##### ZAA#### YAA#### A######',
  RI: '###### ##### AA### A#####',
  SC: 'AAA### ####AA AAA#### P###### AA#####',
  SD: '#AA### ##A### #A#### ##AA## AAA###',
  TN: 'A####A AAA### AAA#### #A#### A#### AA###A A##A##  AA#### #AA###',
  TX: 'AAA#### AA##### R###### ##AAAA AAA### ###AAA #AA#### AA#A### A###### ###A### AA#AAA',
  UT: 'A###AA A##AAA AAA### #A#AA A#### #AA##',
  VT: 'AAA### ###A### ######',
  VA: 'AAA#### AA##### A###### AAA### ####AA ######A',
  WA: 'AAA#### ###AAA A#####A AAA### A###### ####AA #####AA',
  WV: '#AA### AA#### #A#### A###### AA#####',
  WI: 'AAA#### ###AAA AA##### #####A ######A A######',
  WY: '##A#### #A#### #####AA ##AA### ####AAA ######',
  AB: 'AAA#### AA##### A###### ###AA AA####',
  BC: 'AA###A ###AAA AAA### ####AA AA#### A######',
  MB: 'AAA### A##### AA####',
  NB: 'AAA### AA####  A#####',
  NL: 'AAA###',
  NS: 'AAA### AA#### AA#####',
  ON: 'AAAA### AA##### A####A A##### ###AAA AAA### A#####A',
  PE: '##AAA AAA###',
  QC: 'A##AAA AAA### ###AAA L###### A###### RA##### RA####A',
  SK: '###AAA AAA### A#####',
};

/** Characters that look alike on plates: some states use one glyph for both. */
const TWINS: Record<string, string> = { O: '0', '0': 'O', I: '1', '1': 'I', Q: '0' };
/** More swaps than this is a guess. */
const MOST_SWAPS = 2;

/** How well numbers fit that only another state issues, or none. */
const OF_OTHER_STATE = 0.6;
const OF_NO_STATE = 0.15;

const ONLY_DIGITS = /^\d+$/;

const formats = new Map(Object.entries(FORMATS).map(([state, list]) => [state, list.split(/\s+/)]));
const allFormats = [...new Set([...formats.values()].flat())];
const shapes = new Map([...formats].map(([state, list]) => [state, list.map(toPattern)]));
const anywhere = allFormats.map(toPattern);

function toPattern(format: string): RegExp {
  const source = [...format].map((c) => (c === 'A' ? '[A-Z]' : c === '#' ? '\\d' : c)).join('');
  return new RegExp(`^${source}$`);
}

type PlateFormat = {
  /** With `O` and `0`, `I` and `1` exchanged where only the format can tell them apart. */
  value: string;
  /** The formats of the state, of any state, or none. */
  fits: 'state' | 'other' | 'none';
  /** False when a character was exchanged, or could be exchanged so that the plate still has a known format. */
  isSure: boolean;
};

/** Compares a plate number with the known formats. `state` is empty when unknown. */
export function plateFormat(value: string, state: string): PlateFormat {
  const own = shapes.get(state) ?? [];
  // Without a state, almost any number of digits would become a plate by an exchange.
  const variants = own.length === 0 && ONLY_DIGITS.test(value) ? [value] : [value, ...swapped(value)];
  const hasKnownFormat = anywhere.some((pattern) => pattern.test(value));
  for (const [fits, patterns] of [
    ['state', own],
    ['other', anywhere],
  ] as const) {
    const fitting = variants.filter((variant) => patterns.some((pattern) => pattern.test(variant)));
    // Most states issue no plates with an O or an I. A format that is missing in the table is more likely.
    const best = fitting.find((variant) => !hasKnownFormat || !hasMoreLetters(variant, value));
    if (best === undefined) continue;
    return { value: best, fits, isSure: best === value && fitting.length === 1 };
  }
  return { value, fits: 'none', isSure: variants.length === 1 };
}

/** Whether the state issues numbers of this form, as far as the table knows. */
export function fitsState(value: string, state: string): boolean {
  return (shapes.get(state) ?? []).some((pattern) => pattern.test(value));
}

/** The only state that issues numbers of this form, as far as the table knows; empty if several do, or none. */
export function onlyIssuer(value: string): string {
  const issuers = [...shapes.keys()].filter((state) => fitsState(value, state));
  return issuers.length === 1 ? (issuers[0] as string) : '';
}

/** How well a number fits the formats of states with these probabilities, from 0 to 1. The rest is any other state. */
export function formatShare(
  value: string,
  states: readonly { state: string; probability: number }[],
): number {
  const known = states.reduce((sum, { probability }) => sum + probability, 0);
  const elsewhere = anywhere.some((pattern) => pattern.test(value)) ? OF_OTHER_STATE : OF_NO_STATE;
  const own = states.reduce(
    (sum, { state, probability }) => sum + probability * (fitsState(value, state) ? 1 : elsewhere / 2),
    0,
  );
  return own + Math.max(0, 1 - known) * elsewhere;
}

/**
 * Whether the formats of the state, or of any state when it is unknown, have letters before or after these digits. The
 * letters may be missing: they often stand apart from the digits, so that the detector returns two lines or only one.
 */
export function mayLackLetters(value: string, state: string): boolean {
  if (!ONLY_DIGITS.test(value)) return false;
  const withLetters = new RegExp(`^(?:[A-Z]+#{${value.length}}|#{${value.length}}[A-Z]+)$`);
  return (formats.get(state) ?? allFormats).some((format) => withLetters.test(format));
}

const lettersIn = (text: string) => text.replace(/\d/g, '').length;
const hasMoreLetters = (a: string, b: string) => lettersIn(a) > lettersIn(b);

/** Fewest exchanges first. */
function swapped(value: string): string[] {
  const places = [...value].flatMap((c, at) => (TWINS[c] === undefined ? [] : [at]));
  const one = places.map((at) => exchanged(value, at));
  const two =
    MOST_SWAPS < 2
      ? []
      : places.flatMap((a, i) => places.slice(i + 1).map((b) => exchanged(exchanged(value, a), b)));
  return [...one, ...two];
}

function exchanged(value: string, at: number): string {
  return value.slice(0, at) + (TWINS[value[at] as string] ?? '') + value.slice(at + 1);
}

/** Characters that readers confuse on plates. */
const CONFUSED: Record<string, string> = {
  ...{
    O: '0DQ',
    '0': 'ODQ',
    Q: '0O',
    D: '0O',
    I: '1',
    '1': 'I',
    S: '5',
    '5': 'S',
    B: '8',
    '8': 'B',
    Z: '2',
    '2': 'Z',
  },
};

/** The same text with one character, or two of `O`, `0`, `I` and `1`, replaced by a lookalike. */
export function lookalikes(text: string): string[] {
  const one = [...text].flatMap((c, at) =>
    [...(CONFUSED[c] ?? '')].map((other) => text.slice(0, at) + other + text.slice(at + 1)),
  );
  return [...new Set([...one, ...swapped(text)])].filter((other) => other !== text);
}
