import type { Rng } from './rng.ts';

/** A real city in its county, with the first three digits of its ZIP codes. */
export type City = { state: string; name: string; county: string; zipStart: string };

/** State: city/county/ZIP prefix. The county is left out where it has the name of the city. */
const TABLE = `AK:Anchorage//995,Fairbanks/Fairbanks North Star/997
AL:Birmingham/Jefferson/352,Montgomery//361,Mobile//366,Decatur/Morgan/356
AR:Little Rock/Pulaski/722,Fort Smith/Sebastian/729,Lowell/Benton/727
AZ:Phoenix/Maricopa/850,Tucson/Pima/857,Kingman/Mohave/864
CA:Fresno//937,Stockton/San Joaquin/952,Ontario/San Bernardino/917,Bakersfield/Kern/933,Sacramento//958,Long Beach/Los Angeles/908
CO:Denver//802,Pueblo//810,Grand Junction/Mesa/815
CT:Hartford//061,Bridgeport/Fairfield/066
DC:Washington/District of Columbia/200
DE:Dover/Kent/199,Wilmington/New Castle/198
FL:Jacksonville/Duval/322,Tampa/Hillsborough/336,Ocala/Marion/344,Orlando/Orange/328
GA:Atlanta/Fulton/303,Macon/Bibb/312,Savannah/Chatham/314,Augusta/Richmond/309
HI:Honolulu//968
IA:Des Moines/Polk/503,Cedar Rapids/Linn/524,Davenport/Scott/528
ID:Boise/Ada/837,Twin Falls//833
IL:Joliet/Will/604,Chicago/Cook/606,Peoria//616,Rockford/Winnebago/611
IN:Indianapolis/Marion/462,Gary/Lake/464,Fort Wayne/Allen/468,Evansville/Vanderburgh/477
KS:Wichita/Sedgwick/672,Topeka/Shawnee/666,Salina/Saline/674
KY:Louisville/Jefferson/402,Lexington/Fayette/405,Bowling Green/Warren/421
LA:Shreveport/Caddo/711,Baton Rouge/East Baton Rouge/708,Lafayette//705
MA:Worcester//016,Springfield/Hampden/011
MD:Baltimore//212,Hagerstown/Washington/217
ME:Portland/Cumberland/041,Bangor/Penobscot/044
MI:Detroit/Wayne/482,Grand Rapids/Kent/495,Lansing/Ingham/489
MN:Minneapolis/Hennepin/554,Duluth/St. Louis/558,Rochester/Olmsted/559
MO:Kansas City/Jackson/641,Springfield/Greene/658,Joplin/Jasper/648
MS:Jackson/Hinds/392,Tupelo/Lee/388
MT:Billings/Yellowstone/591,Missoula//598
NC:Charlotte/Mecklenburg/282,Greensboro/Guilford/274,Raleigh/Wake/276
ND:Fargo/Cass/581,Bismarck/Burleigh/585
NE:Omaha/Douglas/681,Lincoln/Lancaster/685,North Platte/Lincoln/691
NH:Manchester/Hillsborough/031
NJ:Newark/Essex/071,Elizabeth/Union/072,Vineland/Cumberland/083
NM:Albuquerque/Bernalillo/871,Las Cruces/Dona Ana/880
NV:Reno/Washoe/895,Las Vegas/Clark/891,Elko//898
NY:Buffalo/Erie/142,Albany//122,Syracuse/Onondaga/132,Rochester/Monroe/146
OH:Toledo/Lucas/436,Columbus/Franklin/432,Dayton/Montgomery/454,Akron/Summit/443
OK:Tulsa//741,Oklahoma City/Oklahoma/731,Lawton/Comanche/735
OR:Portland/Multnomah/972,Medford/Jackson/975,Salem/Marion/973
PA:Harrisburg/Dauphin/171,Pittsburgh/Allegheny/152,Scranton/Lackawanna/185,Erie//165
PR:San Juan//009
RI:Providence//029
SC:Columbia/Richland/292,Greenville//296,Charleston//294
SD:Sioux Falls/Minnehaha/571,Rapid City/Pennington/577
TN:Memphis/Shelby/381,Nashville/Davidson/372,Knoxville/Knox/379,Chattanooga/Hamilton/374
TX:Amarillo/Potter/791,Dallas//752,Houston/Harris/770,Laredo/Webb/780,El Paso//799,San Antonio/Bexar/782,Lubbock//794
UT:Salt Lake City/Salt Lake/841,Ogden/Weber/844,Provo/Utah/846
VA:Richmond/Richmond City/232,Roanoke/Roanoke City/240,Winchester/Winchester City/226
VT:Burlington/Chittenden/054
WA:Spokane//992,Tacoma/Pierce/984,Yakima//989
WI:Milwaukee//532,Green Bay/Brown/543,Madison/Dane/537
WV:Charleston/Kanawha/253,Wheeling/Ohio/260
WY:Cheyenne/Laramie/820,Casper/Natrona/826`;

const byState = new Map(
  TABLE.split('\n').map((line) => {
    const [state = '', list = ''] = line.split(':');
    const cities = list.split(',').map((entry): City => {
      const [name = '', county = '', zipStart = ''] = entry.split('/');
      return { state, name, county: county || name, zipStart };
    });
    return [state, cities];
  }),
);

export const cities: readonly City[] = [...byState.values()].flat();

export function pickCity(rng: Rng, state: string): City {
  return rng.pick(byState.get(state) ?? cities);
}

/** In the area of the city. The last two digits are random: a country needs more addresses than the table has ZIP codes. */
export function zipCode(rng: Rng, city: City): string {
  return city.zipStart + rng.digits(2);
}
