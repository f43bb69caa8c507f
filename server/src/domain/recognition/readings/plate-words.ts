import { editDistance } from '../../../lib/edit-distance.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';

/** Words of plates besides the name of the state. */
const PLATE_WORDS =
  /APPORTION|COMMERCIAL|PERMANENT|\bTRAILER\b|\bTRUCK\b|\bSEMI\b|\bIRP\b|\bTRL\b|\bFARM\b|\bDEALER\b|\bVETERAN/;

/** Slogans and addresses on plates, and the state that uses them; empty where several do. */
const SLOGANS: Record<string, string> = {
  'HEART OF DIXIE': 'AL',
  'SWEET HOME ALABAMA': 'AL',
  'THE LAST FRONTIER': 'AK',
  'GRAND CANYON STATE': 'AZ',
  'THE NATURAL STATE': 'AR',
  'DMV.CA.GOV': 'CA',
  'CONSTITUTION STATE': 'CT',
  'THE FIRST STATE': 'DE',
  'SUNSHINE STATE': 'FL',
  'MYFLORIDA.COM': 'FL',
  'PEACH STATE': 'GA',
  'ALOHA STATE': 'HI',
  'FAMOUS POTATOES': 'ID',
  'SCENIC IDAHO': 'ID',
  'LAND OF LINCOLN': 'IL',
  'CROSSROADS OF AMERICA': 'IN',
  'HOOSIER STATE': 'IN',
  'BLUEGRASS STATE': 'KY',
  'UNBRIDLED SPIRIT': 'KY',
  "SPORTSMAN'S PARADISE": 'LA',
  VACATIONLAND: 'ME',
  'SPIRIT OF AMERICA': 'MA',
  'PURE MICHIGAN': 'MI',
  'GREAT LAKES': 'MI',
  '10,000 LAKES': 'MN',
  'EXPLORE MINNESOTA': 'MN',
  'SHOW-ME STATE': 'MO',
  'BIG SKY COUNTRY': 'MT',
  TREASURE: 'MT',
  'CORNHUSKER STATE': 'NE',
  'THE SILVER STATE': 'NV',
  'HOME MEANS NEVADA': 'NV',
  'LIVE FREE OR DIE': 'NH',
  'GARDEN STATE': 'NJ',
  'LAND OF ENCHANTMENT': 'NM',
  'EMPIRE STATE': 'NY',
  EXCELSIOR: 'NY',
  'FIRST IN FLIGHT': 'NC',
  'FIRST IN FREEDOM': 'NC',
  'PEACE GARDEN STATE': 'ND',
  'BIRTHPLACE OF AVIATION': 'OH',
  'NATIVE AMERICA': 'OK',
  'VISITPA.COM': 'PA',
  'KEYSTONE STATE': 'PA',
  'OCEAN STATE': 'RI',
  'GREAT FACES': 'SD',
  'GREAT PLACES': 'SD',
  'VOLUNTEER STATE': 'TN',
  'TNVACATION.COM': 'TN',
  'THE LONE STAR STATE': 'TX',
  'LIFE ELEVATED': 'UT',
  'GREATEST SNOW ON EARTH': 'UT',
  'GREEN MOUNTAIN STATE': 'VT',
  'EVERGREEN STATE': 'WA',
  'WILD WONDERFUL': 'WV',
  "AMERICA'S DAIRYLAND": 'WI',
  'IN GOD WE TRUST': '',
  'TAXATION WITHOUT REPRESENTATION': 'DC',
  'YOURS TO DISCOVER': 'ON',
  'JE ME SOUVIENS': 'QC',
  'WILD ROSE COUNTRY': 'AB',
  BEAUTIFUL: 'BC',
  'FRIENDLY MANITOBA': 'MB',
  "CANADA'S OCEAN PLAYGROUND": 'NS',
  'LAND OF LIVING SKIES': 'SK',
};

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
  for (const [slogan, state] of Object.entries(SLOGANS)) {
    if (isLike(plain, slogan.replace(/[^A-Z0-9]/g, ''))) return state;
  }
  return null;
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
