/** States, territories, provinces: what stands on a plate or a road sign in North America. */
const UNITED_STATES = `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,
LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,
NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,
OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,
UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,
AS American Samoa,GU Guam,MP Northern Mariana Islands,PR Puerto Rico,VI Virgin Islands`;
const CANADA = `AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,
NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon`;

const codes = new Map<string, string>();
for (const entry of `${UNITED_STATES},${CANADA}`.split(',')) {
  const text = entry.trim();
  const code = text.slice(0, 2);
  codes.set(code, code).set(text.slice(3).toUpperCase(), code);
}

codes.set('WASHINGTON DC', 'DC');

/** The two letters of a state given by its name or its two letters, in any case; null when there is none such. */
export function stateCode(text: string): string | null {
  return codes.get(text) ?? codes.get(folded(text).normalize('NFD').replace(/\p{M}/gu, '')) ?? null;
}

export function folded(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}
