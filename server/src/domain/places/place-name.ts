import { names } from '../../lib/names.ts';

/** Words that registers and post offices abbreviate, in one spelling. */
const ABBREVIATIONS = names(
  `SAINT:ST SAINTE:STE FORT:FT MOUNT:MT MOUNTAIN:MTN POINT:PT PORT:PRT NORTH:N SOUTH:S EAST:E WEST:W LAKE:LK LAKES:LKS
   BEACH:BCH GROVE:GRV HEIGHTS:HTS SPRINGS:SPGS SPRING:SPG JUNCTION:JCT CENTER:CTR CENTRE:CTR CITY:CY VALLEY:VLY
   VILLAGE:VLG TOWNSHIP:TWP ISLAND:IS FALLS:FLS RIVER:RIV COUNTY:CNTY COUNTRY:CNTRY RANCHO:RCH PARK:PK CREEK:CRK
   HARBOR:HBR HILLS:HLS TERRACE:TER`,
);
const SHORT = new Map(ABBREVIATIONS.map((pair) => pair.split(':') as [string, string]));

/** Most names are nothing but letters and spaces. They are read in a fraction of the time. */
const IS_PLAIN = /^[A-Za-z ]*$/;
const WORD = /[A-Z0-9]+/g;

/** Equal for all usual spellings of a name: St. Louis and SAINT LOUIS, De Kalb and DeKalb. */
export function placeKey(name: string): string {
  const letters = IS_PLAIN.test(name) ? name : name.normalize('NFD').replace(/[\p{M}'’.]/gu, '');
  const words = letters.toUpperCase().match(WORD) ?? [];
  return words.map((word) => SHORT.get(word) ?? word).join('');
}
