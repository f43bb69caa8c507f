import { editDistance } from '../../../lib/edit-distance.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';

/** Words of plates besides the name of the state. */
const PLATE_WORDS =
  /APPORTION|COMMERCIAL|PERMANENT|\bTRAILER\b|\bTRUCK\b|\bSEMI\b|\bIRP\b|\bTRL\b|\bFARM\b|\bDEALER\b|\bVETERAN/;

/** Slogans and addresses on plates by the state that uses them, separated by semicolons; the first are of several states. */
const SLOGANS: Record<string, string> = {
  '': 'IN GOD WE TRUST',
  AL: 'HEART OF DIXIE; SWEET HOME ALABAMA',
  AK: 'THE LAST FRONTIER',
  AZ: 'GRAND CANYON STATE',
  AR: 'THE NATURAL STATE',
  CA: 'DMV.CA.GOV',
  CT: 'CONSTITUTION STATE',
  DE: 'THE FIRST STATE',
  FL: 'SUNSHINE STATE; MYFLORIDA.COM',
  GA: 'PEACH STATE',
  HI: 'ALOHA STATE',
  ID: 'FAMOUS POTATOES; SCENIC IDAHO',
  IL: 'LAND OF LINCOLN',
  IN: 'CROSSROADS OF AMERICA; HOOSIER STATE',
  KY: 'BLUEGRASS STATE; UNBRIDLED SPIRIT',
  LA: "SPORTSMAN'S PARADISE",
  ME: 'VACATIONLAND',
  MA: 'SPIRIT OF AMERICA',
  MI: 'PURE MICHIGAN; GREAT LAKES',
  MN: '10,000 LAKES; EXPLORE MINNESOTA',
  MO: 'SHOW-ME STATE',
  MT: 'BIG SKY COUNTRY; TREASURE',
  NE: 'CORNHUSKER STATE',
  NV: 'THE SILVER STATE; HOME MEANS NEVADA',
  NH: 'LIVE FREE OR DIE',
  NJ: 'GARDEN STATE',
  NM: 'LAND OF ENCHANTMENT',
  NY: 'EMPIRE STATE; EXCELSIOR',
  NC: 'FIRST IN FLIGHT; FIRST IN FREEDOM',
  ND: 'PEACE GARDEN STATE',
  OH: 'BIRTHPLACE OF AVIATION',
  OK: 'NATIVE AMERICA',
  PA: 'VISITPA.COM; KEYSTONE STATE',
  RI: 'OCEAN STATE',
  SD: 'GREAT FACES; GREAT PLACES',
  TN: 'VOLUNTEER STATE; TNVACATION.COM',
  TX: 'THE LONE STAR STATE',
  UT: 'LIFE ELEVATED; GREATEST SNOW ON EARTH',
  VT: 'GREEN MOUNTAIN STATE',
  WA: 'EVERGREEN STATE',
  WV: 'WILD WONDERFUL',
  WI: "AMERICA'S DAIRYLAND",
  DC: 'TAXATION WITHOUT REPRESENTATION',
  ON: 'YOURS TO DISCOVER',
  QC: 'JE ME SOUVIENS',
  AB: 'WILD ROSE COUNTRY',
  BC: 'BEAUTIFUL',
  MB: 'FRIENDLY MANITOBA',
  NS: "CANADA'S OCEAN PLAYGROUND",
  SK: 'LAND OF LIVING SKIES',
};
const slogans = Object.entries(SLOGANS).flatMap(([state, list]) =>
  list.split('; ').map((slogan) => ({ state, plain: slogan.replace(/[^A-Z0-9]/g, '') })),
);

type PlateWords = { state: string };

/** What a line above or below the number says about a plate; null when it says nothing. Allows a few misread letters. */
export function plateWordsIn(text: string): PlateWords | null {
  const state = stateIn(text);
  if (state !== '') return { state };
  const slogan = sloganIn(text);
  if (slogan !== null) return { state: slogan };
  return PLATE_WORDS.test(text) ? { state: '' } : null;
}

/** The state whose slogan the text is, empty where several use it; null when it is no slogan. */
export function sloganIn(text: string): string | null {
  const plain = text.replace(/[^A-Z0-9]/g, '');
  return slogans.find((slogan) => isLike(plain, slogan.plain))?.state ?? null;
}

/** The state whose name is among the words, also when a letter or two were misread. */
function stateIn(text: string): string {
  const words = text.split(/[^A-Z0-9]+/).filter((word) => word !== '');
  for (const isExact of [true, false]) {
    for (let i = 0; i < words.length; i++) {
      for (const count of [3, 2, 1]) {
        const name = words.slice(i, i + count).join(' ');
        const code = name.length <= 3 ? null : isExact ? stateCode(name) : similarState(name);
        if (code) return code;
      }
    }
  }
  return '';
}

/** The text without the names of states: `TEXAS ABC1234` is a plate in one line. */
export function withoutStates(text: string): string {
  const kept = text.split(/\s+/).filter((word) => word.length <= 3 || stateCode(word) === null);
  return kept.length === 0 ? text : kept.join(' ');
}

const STATE_NAMES = (
  'ALABAMA,ALASKA,ARIZONA,ARKANSAS,CALIFORNIA,COLORADO,CONNECTICUT,DELAWARE,FLORIDA,GEORGIA,HAWAII,IDAHO,ILLINOIS,INDIANA,' +
  'IOWA,KANSAS,KENTUCKY,LOUISIANA,MAINE,MARYLAND,MASSACHUSETTS,MICHIGAN,MINNESOTA,MISSISSIPPI,MISSOURI,MONTANA,NEBRASKA,' +
  'NEVADA,NEW HAMPSHIRE,NEW JERSEY,NEW MEXICO,NEW YORK,NORTH CAROLINA,NORTH DAKOTA,OHIO,OKLAHOMA,OREGON,PENNSYLVANIA,' +
  'RHODE ISLAND,SOUTH CAROLINA,SOUTH DAKOTA,TENNESSEE,TEXAS,UTAH,VERMONT,VIRGINIA,WASHINGTON,WEST VIRGINIA,WISCONSIN,' +
  'WYOMING,ALBERTA,BRITISH COLUMBIA,MANITOBA,NEW BRUNSWICK,NOVA SCOTIA,ONTARIO,QUEBEC,SASKATCHEWAN'
).split(',');

/** The only state whose name is that similar: one misread letter makes neither KANSAS of ARKANSAS nor the reverse. */
function similarState(name: string): string | null {
  const similar = STATE_NAMES.filter((state) => isLike(name, state));
  return similar.length === 1 ? stateCode(similar[0] as string) : null;
}

/** One misread letter in six, at least five letters in all. */
function isLike(text: string, name: string): boolean {
  const allowed = Math.floor(name.length / 6);
  if (Math.abs(text.length - name.length) > allowed) return false;
  return text === name || (name.length >= 6 && editDistance(text, name) <= allowed);
}
