/** Two letters and name of every state, the District and the territories. */
const TABLE =
  'AL=Alabama;AK=Alaska;AZ=Arizona;AR=Arkansas;CA=California;CO=Colorado;CT=Connecticut;DE=Delaware;' +
  'DC=District of Columbia;FL=Florida;GA=Georgia;HI=Hawaii;ID=Idaho;IL=Illinois;IN=Indiana;IA=Iowa;' +
  'KS=Kansas;KY=Kentucky;LA=Louisiana;ME=Maine;MD=Maryland;MA=Massachusetts;MI=Michigan;MN=Minnesota;' +
  'MS=Mississippi;MO=Missouri;MT=Montana;NE=Nebraska;NV=Nevada;NH=New Hampshire;NJ=New Jersey;' +
  'NM=New Mexico;NY=New York;NC=North Carolina;ND=North Dakota;OH=Ohio;OK=Oklahoma;OR=Oregon;' +
  'PA=Pennsylvania;RI=Rhode Island;SC=South Carolina;SD=South Dakota;TN=Tennessee;TX=Texas;UT=Utah;' +
  'VT=Vermont;VA=Virginia;WA=Washington;WV=West Virginia;WI=Wisconsin;WY=Wyoming;PR=Puerto Rico;' +
  'VI=Virgin Islands;GU=Guam;AS=American Samoa;MP=Northern Mariana Islands;';

const codes = new Map<string, string>();
for (const entry of TABLE.split(';')) {
  const [code, name] = entry.split('=');
  if (code && name) codes.set(code, code).set(name.toUpperCase(), code);
}

/** The two letters for a state's name or letters, in any case; anything else comes back trimmed, in upper case. */
export function stateCode(text: string): string {
  const folded = text.trim().replace(/\s+/g, ' ').toUpperCase();
  return codes.get(folded) ?? folded;
}

/** Whether this is a state's two letters or name. */
export function isState(text: string): boolean {
  return codes.has(text.trim().toUpperCase());
}
