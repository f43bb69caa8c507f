import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateCode, stateCodeOrText } from '../../src/lib/identifiers/state-code.ts';

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
    assert.equal(stateCodeOrText(text), code, text);
  }
});

test('stateCode returns null for other texts, stateCodeOrText returns them normalized', () => {
  for (const [text, folded] of [
    ['', ''],
    ['ZZ', 'ZZ'],
    [' nuevo  león ', 'NUEVO LEÓN'],
    ['Texas City', 'TEXAS CITY'],
  ] as const) {
    assert.equal(stateCode(text), null, text);
    assert.equal(stateCodeOrText(text), folded, text);
  }
});
