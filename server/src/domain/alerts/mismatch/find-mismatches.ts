import type { Watched } from '../../../contract/brokers/mismatch.ts';
import { type Db, statement } from '../../../db/database.ts';
import { logoName, registrationNumber } from '../../../lib/identifiers/comparable.ts';
import type { AlertedSighting } from '../../observations/unmatched.ts';

/** What an alert of a mismatch observation compares after its number was found. */
export type MismatchRule = Watched & { foundBy: 'usdot' | 'mc' };

/** A sighting with a watched number. */
export type Suspect = {
  rule: MismatchRule;
  sighting: AlertedSighting;
  /** The name of another carrier is beside the USDOT number. */
  hasForeignName: boolean;
};

const docketsOf = statement(
  'mismatches.dockets',
  `select usdot_number, docket_prefix || docket_number as docket from carrier_dockets
    where usdot_number = any ($1::integer[])`,
);

/** The MC numbers that the registers have for each carrier. A carrier without any is not in the map: nothing is known about it. */
async function readDockets(db: Db, suspects: Suspect[]): Promise<Map<number, Set<string>>> {
  const isAsked = ({ rule, sighting }: Suspect) =>
    (rule.usdot === '' || rule.mc === '') && sighting.mc_number !== '';
  const numbers = [...new Set(suspects.filter(isAsked).map(({ sighting }) => sighting.usdot_number))];
  const known = new Map<number, Set<string>>();
  if (numbers.length === 0) return known;
  const rows = await db.rows<{ usdot_number: number; docket: string }>(docketsOf, [numbers]);
  for (const { usdot_number, docket } of rows) {
    const dockets = known.get(usdot_number) ?? new Set();
    known.set(usdot_number, dockets.add(registrationNumber(docket)));
  }
  return known;
}

/** Those of the suspects that show the watched number with something of someone else. */
export async function mismatchesAmong<One extends Suspect>(db: Db, suspects: One[]): Promise<One[]> {
  if (suspects.length === 0) return [];
  const dockets = await readDockets(db, suspects);
  return suspects.filter((one) => isMismatch(one, dockets.get(one.sighting.usdot_number)));
}

/** Only what was read on the truck counts: what was inferred agrees with its history by definition. */
export function isMismatch(
  { rule, sighting, hasForeignName }: Suspect,
  dockets: Set<string> | undefined,
): boolean {
  const usdot = sighting.usdot_number > 0 && !sighting.is_usdot_imputed ? String(sighting.usdot_number) : '';
  const mc = sighting.is_mc_imputed ? '' : registrationNumber(sighting.mc_number);
  const isPair = rule.usdot !== '' && rule.mc !== '';
  if (rule.foundBy === 'usdot') {
    if (usdot === '') return false;
    const isForeign = isPair ? mc !== rule.mc : dockets !== undefined && !dockets.has(mc);
    return hasForeignName || (mc !== '' && isForeign) || hasForeignLogo(rule, sighting);
  }
  if (mc === '') return false;
  // The alert by the USDOT number finds a truck that shows both numbers of a pair.
  if (isPair && usdot === rule.usdot) return false;
  const isForeign = isPair || (dockets !== undefined && !dockets.has(mc));
  return hasForeignName || (usdot !== '' && isForeign) || hasForeignLogo(rule, sighting);
}

function hasForeignLogo({ logos }: MismatchRule, sighting: AlertedSighting): boolean {
  if (logos.length === 0 || sighting.equipment_logo === '' || sighting.is_trailer_logo_imputed) return false;
  return !logos.includes(logoName(sighting.equipment_logo));
}
