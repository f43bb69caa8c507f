import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Field, Shape } from '../support/carriers/contract-fields.ts';
import {
  detailFields,
  multiResponse,
  observationFields,
  singleResponse,
} from '../support/carriers/observations-contract.ts';
import { profileResponse, profileSections } from '../support/carriers/profile-contract.ts';

/** The contract beside the repository; absent elsewhere. */
const path = join(import.meta.dirname, '../../../../shared/interface.md');
const document = await readFile(path, 'utf8').catch(() => null);

function about(t: TestContext): string | null {
  if (document === null)
    t.diagnostic('../shared/interface.md is not here: nothing to hold the data against.');
  return document;
}

/** The rows of the table that follows a heading's text, cells without their padding. */
function table(text: string, heading: string, columns: string): string[][] {
  const after = text.slice(text.indexOf(heading));
  const lines = after.slice(after.indexOf(columns)).split('\n');
  const rows = lines.slice(
    2,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  assert.ok(rows.length > 3, `${heading}: no table`);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('fmcsa_detail is the document’s table, field for field and type for type', (t) => {
  const text = about(t);
  if (!text) return;
  const said = new Map<string, string>();
  for (const [group = '', cell = ''] of table(text, '`fmcsa_detail` is an array', '| Group | Fields |')) {
    const whole = /\(number\)/.test(group) ? 'number' : 'string';
    for (const part of cell.replace(/\(([^()]*)\)/g, (note) => note.replaceAll(',', ' ')).split(/[,;]/)) {
      const name = /^\s*([a-z0-9_]+)/.exec(part)?.[1];
      if (name && !part.trim().startsWith('per ')) said.set(name, /\(number\b/.test(part) ? 'number' : whole);
    }
  }
  const ours = new Map(Object.entries<Shape>(detailFields).map(([name, { kind }]) => [name, kind]));
  assert.deepEqual([...ours].sort(), [...said].sort());
});

test('an observation is the document’s table: names, types, gates', (t) => {
  const text = about(t);
  if (!text) return;
  const said: Record<string, [string, boolean]> = {};
  for (const [names = '', type = '', meaning = ''] of table(
    text,
    '`observations` is an array',
    '| Field | Type',
  )) {
    const kind = /^(string|number|boolean)/.exec(type)?.[1] ?? type;
    for (const name of names.split(',')) said[name.trim()] = [kind, meaning.includes('permission-gated')];
  }
  const ours: Record<string, [string, boolean]> = {};
  for (const [name, field] of Object.entries<Field>(observationFields))
    ours[name] = [field.kind, field.gated ?? false];
  assert.deepEqual(ours, said);
});

test('pagination is the document’s sentence', (t) => {
  const text = about(t);
  if (!text) return;
  for (const [form, answer] of [
    ['single', singleResponse],
    ['multi', multiResponse],
  ] as const) {
    const sentence: string =
      new RegExp(`\`?pagination\`? \\(${form} search\\): ([^.]*)\\.`).exec(text)?.[1] ?? '';
    const said = sentence.split(',').map((part: string) => /(\w+) \((\w+)\)/.exec(part)?.slice(1, 3));
    const pagination = answer.kind === 'object' ? answer.fields.pagination : undefined;
    assert.equal(pagination?.kind, 'object');
    if (pagination?.kind !== 'object') return;
    const ours = Object.entries(pagination.fields).map(([name, { kind }]) => [name, kind]);
    assert.deepEqual(ours, said);
  }
});

/** Words of the table that are no fields. */
const PROSE = new Set(
  `array of string strings number integer integers boolean object nullable flag with keys seven each all three may be
   null same always present can absent in the entry entries violation other weights fields and e g normalized VINs current
   fleet permission gated VIN level inspection crash history populated only when query parameter is supplied otherwise
   Internal this section not shown`
    .split(/\s+/)
    .map((word) => word.trim()),
);

function namesIn(shape: Field, found = new Map<string, Field[]>()): Map<string, Field[]> {
  if (shape.kind === 'array') return namesIn(shape.of, found);
  if (shape.kind !== 'object') return found;
  for (const [name, field] of Object.entries(shape.fields)) {
    found.set(name, [...(found.get(name) ?? []), field]);
    namesIn(field, found);
  }
  return found;
}

for (const [section, shape] of Object.entries<Shape>(profileSections)) {
  if (section === 'vin_details') continue;
  test(`${section} is the document’s row: every name, and every type it states`, (t) => {
    const text = about(t);
    if (!text) return;
    const rows = table(text, '### Carrier profile', '| Section | Fields |');
    const cell = rows.find(([name]) => name?.split(' ')[0] === section)?.[1] ?? '';
    const ours = namesIn(shape);
    // An entry of the violation history has more than the document shows.
    const open = section === 'iss_basics' ? historyOnly(shape) : new Set<string>();
    const words = new Set(cell.replaceAll('`major`', '').match(/[A-Za-z][A-Za-z0-9_]*/g) ?? []);
    for (const name of ours.keys())
      assert.ok(words.has(name) || open.has(name), `${name} is not in the document`);
    const missing = [...words].filter((word) => !ours.has(word) && !PROSE.has(word));
    assert.deepEqual(missing, [], 'in the document and not in our data');
    for (const [, name = '', note = ''] of cell.matchAll(/(\w+) \(([^(){}]*)\)/g))
      checkNote(ours.get(name), name, note);
  });
}

function historyOnly(shape: Shape): Set<string> {
  const history = shape.kind === 'object' ? shape.fields.violation_history : undefined;
  return new Set(history ? namesIn(history).keys() : []);
}

function checkNote(fields: Field[] | undefined, name: string, note: string): void {
  if (!fields) return;
  const is = (test: (field: Field) => boolean) => assert.ok(fields.some(test), `${name} is not ${note}`);
  if (/^nullable/.test(note)) is((field) => field.nullable === true);
  else if (/^(integer|boolean|number|string)s?\b/.test(note)) {
    const kind = /^\w+?(?=s?\b)/.exec(note)?.[0].replace(/s$/, '');
    is((field) => field.kind === kind || (kind === 'number' && field.kind === 'integer'));
  } else if (/^array of (string|number)/.test(note)) {
    const kind = /^array of (\w+)/.exec(note)?.[1];
    is((field) => field.kind === 'array' && field.of.kind === kind);
  }
}

test('the profile’s top level is the document’s sentence', (t) => {
  const text = about(t);
  if (!text) return;
  const sentence = /Top-level fields: ([^.]*)\./.exec(text)?.[1] ?? '';
  const said = sentence
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((name) => name.trim());
  assert.deepEqual(profileResponse.kind === 'object' && Object.keys(profileResponse.fields), said);
});
