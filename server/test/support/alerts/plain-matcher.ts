import type { Criteria } from '../../../src/contract/criteria.ts';
import type { SightingFields } from '../../../src/domain/alerts/match/sighting-view.ts';

/** Written from the rules alone, one criterion after the other, without anything of the matcher. */
export function matchesByTheRules(criteria: Criteria, sighting: SightingFields): boolean {
  const checks: boolean[] = [];
  const bare = (text: string) =>
    [...text.toUpperCase()].filter((c) => !/\s/.test(c) && !'.-–'.includes(c)).join('');
  const readAlike = (text: string) => {
    const classes = ['0O', '1IL', '5S', '8B', '2Z'];
    return [...text].map((c) => classes.find((alike) => alike.includes(c))?.[0] ?? c).join('');
  };
  const read = (text: string) => (criteria.tolerance ? readAlike(bare(text)) : bare(text));
  const plainNumber = (text: string) =>
    bare(text).replace('USDOT', '').replace('DOT', '').replace('MC', '').replace(/^0+/, '');
  const upper = (text: string) => text.toUpperCase().split(/\s+/).filter(Boolean).join(' ');

  if (criteria.usdot_number !== '')
    checks.push(String(sighting.usdot_number || '') === plainNumber(criteria.usdot_number));
  if (criteria.mc_number !== '')
    checks.push(plainNumber(sighting.mc_number) === plainNumber(criteria.mc_number));
  if (criteria.license_plate) checks.push(read(sighting.alpr_plate_number) === read(criteria.license_plate));
  if (criteria.vin)
    checks.push(bare(sighting.vin).length >= 6 && bare(sighting.vin).endsWith(bare(criteria.vin)));
  if (criteria.cab_number) checks.push(read(sighting.cab_number) === read(criteria.cab_number));
  if (criteria.equipment_type) checks.push(bare(sighting.equipment_type) === bare(criteria.equipment_type));
  if (criteria.trailer_logo) checks.push(upper(sighting.equipment_logo) === upper(criteria.trailer_logo));
  if (criteria.trailer_number) {
    const [has, wanted] = [read(sighting.equipment_number), read(criteria.trailer_number)];
    checks.push(criteria.exact_match_trailer_number ? has === wanted : has.includes(wanted));
  }
  if (criteria.license_plate_state) checks.push(sighting.plate_state === criteria.license_plate_state);
  for (const name of ['chassis_number', 'container_number'] as const) {
    const wanted = criteria[name];
    if (wanted) {
      const isWhole = criteria[`exact_match_${name}`];
      checks.push(hasSpaced(everyText(sighting).join('\n'), bare(wanted), isWhole));
    }
  }
  if (criteria.location_state) checks.push(sighting.location_state === criteria.location_state);
  if (criteria.location_city) checks.push(upper(sighting.location_city) === upper(criteria.location_city));
  if (criteria.deep_search) {
    const wanted = upper(criteria.deep_search);
    const texts = everyText(sighting).map(upper);
    const exact = (text: string) => wholeOccurrences(text, wanted);
    checks.push(
      texts.some((text) => (criteria.exact_match_deep_search ? exact(text) : text.includes(wanted))),
    );
  }
  return checks.length > 0 && checks.every(Boolean);
}

function everyText(s: SightingFields): string[] {
  const { lines = [] } = s;
  const fields = [s.mc_number, s.alpr_plate_number, s.plate_state, s.vin, s.cab_number, s.equipment_type];
  const more = [s.equipment_number, s.equipment_logo, s.location_state, s.location_city, s.route, s.source];
  return [s.usdot_number ? String(s.usdot_number) : '', ...fields, ...more, ...lines];
}

/** The identifier with any separators between its characters, as whole words when asked for. */
function hasSpaced(texts: string, wanted: string, isWhole: boolean): boolean {
  const key = `${wanted} ${isWhole}`;
  let pattern = patterns.get(key);
  if (!pattern) {
    const spaced = [...wanted].join('[ .\u2010-\u2015-]*');
    const word = '[\\p{L}\\p{N}\\p{M}]';
    pattern = new RegExp(isWhole ? `(?<!${word})${spaced}(?!${word})` : spaced, 'u');
    patterns.set(key, pattern);
  }
  return pattern.test(texts.toUpperCase());
}
const patterns = new Map<string, RegExp>();

/** Every way to cut the text in three, kept simple on purpose. */
function wholeOccurrences(text: string, wanted: string): boolean {
  for (let at = 0; at + wanted.length <= text.length; at++) {
    if (text.slice(at, at + wanted.length) !== wanted) continue;
    const pair = (i: number) => text.slice(i - 1, i + 1);
    const cutsWord = (i: number) => i > 0 && i < text.length && /^[\p{L}\p{N}\p{M}]{2}$/u.test(pair(i));
    if (!cutsWord(at) && !cutsWord(at + wanted.length)) return true;
  }
  return false;
}
