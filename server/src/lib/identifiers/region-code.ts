import { folded, stateCode } from './state-code.ts';

/** Mexican states by their code in ISO 3166-2, because their two-letter codes are those of other states. */
const MEXICO = `AGU Aguascalientes,BCN Baja California,BCN Baja California Norte,BCS Baja California Sur,CAM Campeche,
CHP Chiapas,CHH Chihuahua,COA Coahuila,COA Coahuila de Zaragoza,COL Colima,CMX Ciudad de Mexico,CMX Mexico City,
CMX CDMX,CMX Distrito Federal,DUR Durango,GUA Guanajuato,GRO Guerrero,HID Hidalgo,JAL Jalisco,MEX Estado de Mexico,
MEX Mexico,MEX State of Mexico,MEX Edomex,MEX Edo Mex,MIC Michoacan,MIC Michoacan de Ocampo,MOR Morelos,NAY Nayarit,
NLE Nuevo Leon,OAX Oaxaca,PUE Puebla,QUE Queretaro,ROO Quintana Roo,SLP San Luis Potosi,SIN Sinaloa,SON Sonora,
TAB Tabasco,TAM Tamaulipas,TAM Tamps,TLA Tlaxcala,VER Veracruz,VER Veracruz de Ignacio de la Llave,YUC Yucatan,
ZAC Zacatecas`;

/** Further names and abbreviations of states of the United States and provinces of Canada. */
const ALIASES = `AL Ala,AZ Ariz,AR Ark,CA Calif,CA Cal,CO Colo,CT Conn,DE Del,DC Washington DC,FL Fla,GA Geo,ID Ida,
IL Ill,IN Ind,KS Kan,KS Kans,KY Ken,MD Mary,MA Mass,MI Mich,MN Minn,MS Miss,MT Mont,NE Neb,NE Nebr,NV Nev,NM N Mex,
NC N Car,ND N Dak,OK Okla,OR Ore,OR Oreg,PA Penn,PA Penna,SC S Car,SD S Dak,TN Tenn,TX Tex,VA Virg,WA Wash,
WA Washington State,WV W Va,WV W Virginia,WI Wis,WI Wisc,WY Wyo,VI US Virgin Islands,VI USVI,MP CNMI,
AB Alta,MB Man,NB New Brunswick,NL Newfoundland,NL Labrador,NL Nfld,NT NWT,ON Ont,PE PEI,PE P E I,QC Que,QC PQ,
SK Sask,YT Yukon Territory,YT Yukon Territories`;

const codes = new Map<string, string>();
for (const entry of `${MEXICO},${ALIASES}`.split(',')) {
  const [code = '', ...name] = entry.trim().split(' ');
  codes.set(code, code).set(name.join(' ').toUpperCase(), code);
}
// QUE is Querétaro in ISO 3166-2; on its own it is the usual abbreviation of Quebec.
codes.set('QUE', 'QC');

const COUNTRY = /^(US|CA|MX)-(?=[A-Z]{2,3}$)/;
const LONG_FORM = /^(STATE|COMMONWEALTH|PROVINCE|TERRITORY|ESTADO) (OF|DE) /;

/**
 * The code of a state, territory or province of the United States, Canada or Mexico in any usual form: its code, its name
 * with or without accents, or an abbreviation with or without dots. Null when there is none such.
 */
export function regionCode(text: string): string | null {
  const plain = stateCode(text);
  if (plain !== null) return plain;
  const name = folded(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('.', '')
    .replaceAll(',', ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const isMexican = name.startsWith('MX-');
  const short = name.replace(COUNTRY, '');
  if (isMexican && codes.get(short) === 'QC') return 'QUE';
  const isInitials = /^([A-Z] ){1,2}[A-Z]$/.test(short);
  const forms = [short, short.replace(LONG_FORM, ''), ...(isInitials ? [short.replaceAll(' ', '')] : [])];
  for (const form of forms) {
    const code = codes.get(form) ?? stateCode(form);
    if (code !== null && code !== undefined) return code;
  }
  return null;
}

/** The same; any other text comes back trimmed, in upper case. */
export function regionCodeOrText(text: string): string {
  return regionCode(text) ?? folded(text);
}
