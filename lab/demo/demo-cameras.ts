import { joinedRoute } from '../../server/src/domain/recognition/sighting/joined-route.ts';

export type Camera = {
  source: string;
  city: string;
  state: string;
  route: string;
  direction: string;
  latitude: number;
  longitude: number;
};

/** source prefix | city | state | route | directions | latitude | longitude: sites beside interstates. */
const SITES = `amarillo|Amarillo|TX|I-40|Westbound,Eastbound|35.1917|-101.8313
oklahoma-city|Oklahoma City|OK|I-40|Westbound,Eastbound|35.4634|-97.5151
memphis|Memphis|TN|I-40|Westbound,Eastbound|35.1536|-89.9731
knoxville|Knoxville|TN|I-75|Northbound,Southbound|35.9480|-84.0790
joliet|Joliet|IL|I-80|Eastbound,Westbound|41.5170|-88.1490
des-moines|Des Moines|IA|I-80|Eastbound,Westbound|41.6508|-93.7390
omaha|Omaha|NE|I-80|Westbound|41.2280|-96.0550
cheyenne|Cheyenne|WY|I-80|Westbound,Eastbound|41.1140|-104.8560
reno|Reno|NV|I-80|Westbound|39.5320|-119.8060
ontario|Ontario|CA|I-10|Eastbound,Westbound|34.0680|-117.5520
phoenix|Phoenix|AZ|I-10|Eastbound|33.4310|-112.1540
el-paso|El Paso|TX|I-10|Westbound,Eastbound|31.7910|-106.4180
san-antonio|San Antonio|TX|I-35|Northbound,Southbound|29.4710|-98.3940
dallas|Dallas|TX|I-20|Eastbound,Westbound|32.6790|-96.8210
laredo|Laredo|TX|I-35|Northbound|27.6370|-99.4520
shreveport|Shreveport|LA|I-20|Eastbound|32.4760|-93.8120
birmingham|Birmingham|AL|I-20|Eastbound|33.5380|-86.7350
atlanta|Atlanta|GA|I-285|Northbound,Southbound|33.7640|-84.4930
savannah|Savannah|GA|I-16|Westbound|32.0790|-81.2230
jacksonville|Jacksonville|FL|I-95|Northbound,Southbound|30.4790|-81.6370
ocala|Ocala|FL|I-75|Northbound|29.1870|-82.1870
charlotte|Charlotte|NC|I-85|Northbound,Southbound|35.2640|-80.8940
richmond|Richmond|VA|I-95|Northbound|37.4690|-77.4250
hagerstown|Hagerstown|MD|I-81|Northbound,Southbound|39.6250|-77.7720
harrisburg|Harrisburg|PA|I-81|Northbound,Southbound|40.3320|-76.8380
newark|Newark|NJ|I-95|Northbound|40.7060|-74.1560
albany|Albany|NY|I-90|Westbound|42.6980|-73.8490
buffalo|Buffalo|NY|I-90|Eastbound|42.8960|-78.7760
toledo|Toledo|OH|I-80|Eastbound,Westbound|41.5960|-83.5710
columbus|Columbus|OH|I-70|Eastbound,Westbound|39.9540|-83.0830
indianapolis|Indianapolis|IN|I-70|Eastbound,Westbound|39.7440|-86.2770
louisville|Louisville|KY|I-65|Northbound,Southbound|38.1720|-85.7190
nashville|Nashville|TN|I-24|Westbound|36.0880|-86.6990
springfield|Springfield|MO|I-44|Eastbound|37.2500|-93.2300
kansas-city|Kansas City|MO|I-70|Westbound|39.0470|-94.4390
wichita|Wichita|KS|I-135|Northbound|37.7360|-97.3200
denver|Denver|CO|I-70|Westbound|39.7800|-104.9000
salt-lake-city|Salt Lake City|UT|I-15|Northbound,Southbound|40.7200|-111.9050
boise|Boise|ID|I-84|Eastbound|43.5620|-116.2410
portland|Portland|OR|I-5|Northbound,Southbound|45.4560|-122.7390
tacoma|Tacoma|WA|I-5|Northbound|47.1720|-122.4830
spokane|Spokane|WA|I-90|Eastbound|47.6510|-117.4990
fresno|Fresno|CA|CA-99|Southbound,Northbound|36.7780|-119.8420
minneapolis|Minneapolis|MN|I-94|Westbound|45.0720|-93.3010
fargo|Fargo|ND|I-29|Northbound|46.8720|-96.8420
milwaukee|Milwaukee|WI|I-94|Southbound|42.9400|-87.9320
detroit|Detroit|MI|I-75|Southbound|42.2690|-83.1650
albuquerque|Albuquerque|NM|I-40|Westbound|35.0770|-106.7280`;

const sites: Camera[] = SITES.split('\n').flatMap((line) => {
  const [prefix = '', city = '', state = '', route = '', directions = '', latitude, longitude] =
    line.split('|');
  return directions.split(',').map((direction) => ({
    source: `${prefix}-${route.toLowerCase()}-${direction[0]?.toLowerCase()}b`,
    city,
    state,
    route,
    direction,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));
});

/** The cameras of the demo organization itself. The third one has been silent for days. */
const OWN = [
  'amarillo-i-40-wb',
  'amarillo-i-40-eb',
  'memphis-i-40-wb',
  'joliet-i-80-eb',
  'laredo-i-35-nb',
  'toledo-i-80-wb',
];

export const ownCameras: readonly Camera[] = OWN.map((source) => {
  const camera = sites.find((site) => site.source === source);
  if (!camera) throw new Error(`there is no site ${source}`);
  return camera;
});
export const SILENT_CAMERA = 'memphis-i-40-wb';
export const SILENT_DAYS = 6;
export const partnerCameras: readonly Camera[] = sites.filter(({ source }) => !OWN.includes(source));

export const routeOf = ({ route, direction }: Camera) => joinedRoute(route, direction);
