/** The time zone of each state; where it has two, that of most of its people. */
const STATES: readonly [zone: string, states: string][] = [
  ['America/New_York', 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'],
  ['America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
  ['America/Denver', 'CO ID MT NM UT WY'],
  ['America/Phoenix', 'AZ'],
  ['America/Los_Angeles', 'CA NV OR WA'],
  ['America/Anchorage', 'AK'],
  ['Pacific/Honolulu', 'HI'],
  ['America/Puerto_Rico', 'PR VI'],
  ['Pacific/Guam', 'GU MP'],
  ['Pacific/Pago_Pago', 'AS'],
];

/** Counties (FIPS codes) in the other zone of their state. A county with both zones has that of its seat. */
const EXCEPTIONS: readonly [state: string, zone: string, counties: string][] = [
  ['AK', 'America/Adak', '16'],
  ['FL', 'America/Chicago', '5 13 33 59 63 91 113 131 133'],
  ['ID', 'America/Los_Angeles', '9 17 21 35 49 55 57 61 69 79'],
  ['IN', 'America/Chicago', '51 73 89 91 111 123 127 129 147 149 163 173'],
  ['KS', 'America/Denver', '71 75 181 199'],
  [
    'KY',
    'America/Chicago',
    `1 3 7 9 27 31 33 35 39 47 53 55 57 59 61 75 83 85 87 91 99 101 105 107 139 141 143 145 149 157 169 171 177 183 207
     213 219 221 225 227 233`,
  ],
  ['MI', 'America/Chicago', '43 53 71 109'],
  ['ND', 'America/Denver', '1 7 11 25 33 37 41 87 89'],
  ['NE', 'America/Denver', '5 7 13 29 33 45 49 57 69 75 91 101 105 123 135 157 161 165'],
  ['OR', 'America/Denver', '45'],
  ['SD', 'America/Denver', '7 19 31 33 41 47 55 63 71 81 93 102 103 105 137'],
  [
    'TN',
    'America/New_York',
    `1 9 11 13 19 25 29 57 59 63 65 67 73 89 91 93 105 107 121 123 129 139 143 145 151 155 163 171 173 179`,
  ],
  ['TX', 'America/Denver', '141 229'],
];

export const stateZones: ReadonlyMap<string, string> = new Map(
  STATES.flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

const countyZones = new Map(
  EXCEPTIONS.flatMap(([state, zone, counties]) =>
    counties.split(/\s+/).map((code) => [`${state} ${code}`, zone] as const),
  ),
);

/** Null for a state that is not one. */
export function zoneOf(state: string, county: number | null = null): string | null {
  return countyZones.get(`${state} ${county}`) ?? stateZones.get(state) ?? null;
}
