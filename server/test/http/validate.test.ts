import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Type from 'typebox';
import { closed, converted, nullable, oneOf, text } from '../../src/contract/schema.ts';
import { createValidator, shown } from '../../src/contract/validate.ts';

const body = createValidator(
  closed({
    name: text({ minLength: 1, maxLength: 5 }),
    count: nullable(Type.Integer({ minimum: 1, maximum: 9 })),
    kind: oneOf(['a', 'b']),
    secret: Type.Optional(Type.String({ minLength: 16 })),
    inner: Type.Optional(Type.Object({ flag: Type.Boolean() })),
    list: Type.Optional(Type.Array(text({ minLength: 1 }), { maxItems: 2 })),
    note: Type.Optional(nullable(text({ blank: null }))),
    unset: Type.Optional(Type.Boolean({ nullIsUnset: true })),
  }),
  'body',
);
const valid = { name: 'x', count: 1, kind: 'a' };
const found = (input: unknown) => body(input).problems.map(({ type, loc }) => [type, ...loc].join(' '));

suite('a request body', () => {
  test('is trimmed, and options are applied, without changing the input', () => {
    const input = { ...valid, name: '  x ', note: '  ', unset: null };
    assert.deepEqual(body(input).value, { ...valid, name: 'x', note: null });
    assert.equal(input.name, '  x ');
  });
  test('reports every problem once, with its type and path', () => {
    const input = {
      name: '',
      count: 0,
      kind: 'c',
      inner: { flag: 1 },
      list: ['', 'a', 'b'],
      more: 1,
      note: 7,
    };
    assert.deepEqual(found(input).sort(), [
      'bool_type body inner flag',
      'enum body kind',
      'extra_forbidden body more',
      'out_of_range body count',
      'string_too_short body list 0',
      'string_too_short body name',
      'string_type body note',
      'too_long body list',
    ]);
    assert.deepEqual(found({}).sort(), ['missing body count', 'missing body kind', 'missing body name']);
  });
  test('that is not an object is one problem', () => {
    for (const input of [undefined, null, 7, 'x', []]) {
      assert.deepEqual(found(input), ['object_type body'], JSON.stringify(input));
    }
  });
  test('does not accept control characters or half surrogate pairs', () => {
    for (const name of ['a\0', 'a\nb', '\ud800'])
      assert.deepEqual(found({ ...valid, name }), ['value_error body name']);
  });
  test('leaves invalid fields out of the value that further rules see', () => {
    const { value } = body({ ...valid, name: 7, inner: { flag: 'x' } });
    assert.deepEqual(value, { count: 1, kind: 'a', inner: {} });
  });
  test('never shows a secret, and cuts long text', () => {
    const [problem] = body({ ...valid, secret: 'short' }).problems;
    assert.equal(problem?.input, null);
    const [long] = body({ ...valid, name: 'y'.repeat(5_000) }).problems;
    assert.equal(String(long?.input).length, 200);
  });
  test('treats inherited property names as unknown keys', () => {
    assert.deepEqual(found({ ...valid, toString: 1 }), ['extra_forbidden body toString']);
    assert.deepEqual(found(JSON.parse('{"name":"x","count":1,"kind":"a","hasOwnProperty":1}')), [
      'extra_forbidden body hasOwnProperty',
    ]);
  });
});

const query = createValidator(
  Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
    ratio: Type.Optional(Type.Number()),
    flag: Type.Boolean({ default: false }),
    numbers: Type.Optional(converted<number[]>('usdot-numbers')),
  }),
  'query',
);

suite('query parameters', () => {
  test('are converted to the types of the schema, with defaults', () => {
    const input = { ratio: '-1.5', flag: 'True', numbers: '7, 08,7' };
    assert.deepEqual(query(input).value, { page: 1, ratio: -1.5, flag: true, numbers: [7, 8] });
    for (const [text, expected] of Object.entries({ true: true, '1': true, FALSE: false, '0': false })) {
      assert.equal((query({ flag: text }).value as { flag: boolean }).flag, expected);
    }
  });
  test('reject numbers and flags in other notations', () => {
    for (const page of ['1e2', '0x10', '1.0', '١', '1 2']) {
      assert.equal(query({ page }).problems[0]?.type, 'int_type', page);
    }
    for (const page of ['', ' ']) assert.deepEqual(query({ page }).value, { page: 1, flag: false });
    assert.equal(query({ flag: 'yes' }).problems[0]?.type, 'bool_type');
    assert.equal(query({ page: ['1', '2'] }).problems[0]?.type, 'int_type');
  });
  test('report each wrong element of a list, an empty one, and too many', () => {
    assert.deepEqual(
      query({ numbers: '1,x,,y' }).problems.map(({ type, input }) => `${type} ${input}`),
      ['value_error x', 'missing ', 'value_error y'],
    );
    const many = Array.from({ length: 51 }, (_, i) => i + 1).join(',');
    assert.equal(query({ numbers: many }).problems[0]?.type, 'too_long');
  });
});

test('a shown URL has no password and no query', () => {
  assert.equal(shown('https://me:secret@host.example/a?token=b#c'), 'https://***@host.example/a?***');
  assert.equal(shown('plain text @ home?'), 'plain text @ home?');
  assert.equal(shown({ a: 1 }), null);
});
