import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  CONFUSABLE_DIGITS,
  IN_NUMBERS,
  IN_USDOT,
  IN_VINS,
  IN_WORDS,
  NEVER_IN_VINS,
  ON_PLATES,
  substituter,
  TOLERATED,
} from '../../src/lib/identifiers/confusable.ts';
import { regionCode, regionCodeOrText } from '../../src/lib/identifiers/region-code.ts';
import { stateCode } from '../../src/lib/identifiers/state-code.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { vinModelYear } from '../../src/lib/identifiers/vin-model-year.ts';

const ALL = 'ABDGILOQSTVZ0123456789|!$';
const replaced = (table: Readonly<Record<string, string>>) => substituter(table)(ALL);

test('each use replaces only the characters that it confuses', () => {
  assert.equal(replaced(TOLERATED), 'A8DG110Q5TV20123456789|!$');
  assert.equal(replaced(ON_PLATES), 'A80G11005TV20123456789|!$');
  assert.equal(replaced(IN_NUMBERS), 'A80G11005TV20123456789115');
  assert.equal(replaced(NEVER_IN_VINS), 'ABDG1L00STVZ01234567891!$');
  assert.equal(replaced(IN_VINS), '4806I1OQ57V20123456789|!$');
});

test('inside a word, digits and look-alikes become letters', () => {
  assert.equal(replaced(IN_WORDS), 'ABDGIIOOSTUZOIZ34S67B9I!$');
  assert.equal(replaced(IN_USDOT), 'ABDGILOOSTUZO1234S67S9|!S');
});

test('two digits that readers confuse are listed for both', () => {
  for (const [digit, others] of Object.entries(CONFUSABLE_DIGITS)) {
    for (const other of others) assert.ok(CONFUSABLE_DIGITS[other]?.includes(digit), digit + other);
  }
});

test('recognizes names and codes of states, territories and provinces in any case and spacing', () => {
  for (const [text, code] of [
    ['TX', 'TX'],
    [' tx ', 'TX'],
    ['Texas', 'TX'],
    ['new   mexico', 'NM'],
    ['district of columbia', 'DC'],
    ['Puerto Rico', 'PR'],
    ['on', 'ON'],
    ['Québec', 'QC'],
    ['NEWFOUNDLAND AND LABRADOR', 'NL'],
  ] as const) {
    assert.equal(stateCode(text), code, text);
    assert.equal(regionCodeOrText(text), code, text);
  }
});

test('stateCode returns null for other texts, regionCodeOrText returns them normalized', () => {
  for (const [text, folded] of [
    ['', ''],
    ['ZZ', 'ZZ'],
    [' baden  württemberg ', 'BADEN WÜRTTEMBERG'],
    ['Texas City', 'TEXAS CITY'],
  ] as const) {
    assert.equal(stateCode(text), null, text);
    assert.equal(regionCodeOrText(text), folded, text);
  }
});

test('computes the check digit of a VIN', () => {
  assert.equal(vinCheckDigit('1M8GDM9AXKP042788'), 'X');
  assert.equal(vinCheckDigit('1M8GDM9A1KP042788'), 'X');
});

const now = new Date('2026-11-15');

suite('the model year of heavy vehicles', () => {
  const cases: [string, string | null, number | null][] = [
    ['15GGB2713N3197957', '2025-03-01', 2022],
    ['1XKYDP9X3GJ473982', null, 2016],
    ['1XKYDP9X3GJ473982', '2005-06-01', 1986],
    ['1UYVS2538HU000000', null, 2017],
    ['1JJV532D8KL000000', null, 2019],
    ['1XKYDP9X3VJ473982', null, 2027],
    ['1XKYDP9X3WJ473982', null, 1998],
    ['1XKYDP9X31J473982', null, 2001],
    ['1XKYDP9X39J473982', null, 2009],
    ['1XKYDP9X3AJ473982', null, 2010],
    ['1XKYDP9X3AJ473982', '2009-12-31', 2010],
    ['1XKYDP9X3AJ473982', '2008-12-31', 1980],
    ['1XKYDP9X3AJ473982', '1978-01-01', null],
    ['1XKYDP9X3UJ473982', null, null],
    ['1XKYDP9X30J473982', null, null],
    ['GJ473982', null, null],
    ['', null, null],
  ];
  for (const [vin, seen, year] of cases) {
    test(`${vin || 'an empty VIN'}, first seen ${seen ?? 'at an unknown date'}: ${year ?? 'unknown'}`, () => {
      assert.equal(vinModelYear(vin, now, seen ? new Date(seen) : null), year);
    });
  }
});

test('regionCode knows states, provinces and Mexican states in their usual forms', () => {
  const forms: Record<string, string[]> = {
    DC: ['D.C.', 'd.c.', 'Washington, D.C.', 'District of Columbia', 'US-DC'],
    NY: ['N.Y.', 'N. Y.', 'new york', 'State of New York', 'NY'],
    CA: ['Calif.', 'CALIFORNIA', ' ca '],
    TX: ['Tex.', 'texas'],
    WV: ['W. Va.', 'West Virginia'],
    PR: ['Puerto Rico', 'P.R.'],
    VI: ['U.S. Virgin Islands', 'USVI'],
    QC: ['Québec', 'Que.', 'PQ', 'CA-QC'],
    NL: ['Newfoundland', 'Newfoundland and Labrador', 'N.L.'],
    PE: ['P.E.I.', 'PEI'],
    JAL: ['Jalisco', 'JAL', 'Jal.', 'MX-JAL', 'jalisco'],
    NLE: ['Nuevo León', 'NUEVO LEON'],
    QUE: ['Querétaro', 'MX-QUE'],
    MEX: ['Estado de México', 'Edo. Mex.', 'México'],
    CMX: ['Ciudad de México', 'CDMX', 'Mexico City', 'Distrito Federal'],
    BCN: ['Baja California'],
    SLP: ['San Luis Potosí', 'S.L.P.'],
  };
  for (const [code, texts] of Object.entries(forms))
    for (const text of texts) assert.equal(regionCode(text), code, text);
  for (const text of ['Bavaria', 'XX', 'North', '', 'Washington Freight', 'N/A'])
    assert.equal(regionCode(text), null, text);
});
