import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AppError } from '../../src/lib/errors.ts';
import { parseIsoTime } from '../../src/lib/iso-time.ts';
import { testApi } from '../support/api.ts';
import { checkedImage } from '../support/images/checked-image.ts';
import { ingestBody } from '../support/images/sample-images.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const URL_ = 'https://images.example/1.jpg';
const read = (body: unknown) => checkedImage(body, NOW);

/** The valid body with one place changed; undefined takes the field away. */
function changed(path: string, value: unknown): unknown {
  const body: Record<string, unknown> = structuredClone(ingestBody(URL_));
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at = body;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return body;
}

function problems(body: unknown) {
  try {
    read(body);
    return [];
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.problems ?? [];
  }
}

const REQUIRED = [
  'source',
  'image_url',
  'time_captured',
  'detection_bounding_box',
  'detection_bounding_box.xmin',
  'detection_bounding_box.ymin',
  'detection_bounding_box.xmax',
  'detection_bounding_box.ymax',
  'source_location_info',
  'source_location_info.latitude',
  'source_location_info.longitude',
  'source_location_info.city',
  'source_location_info.state',
  'source_location_info.route',
  'source_location_info.traffic_direction',
  'detection_metadata',
  'detection_metadata.alpr_confidence',
  'detection_metadata.alpr_state',
];

suite('required fields', () => {
  for (const path of REQUIRED) {
    test(path, () => {
      const [problem, ...more] = problems(changed(path, undefined));
      assert.deepEqual(problem?.loc, ['body', ...path.split('.')]);
      assert.equal(problem?.type, 'missing');
      assert.deepEqual(more, []);
      assert.equal(problems(changed(path, null)).length, 1, 'null is no value');
      assert.equal(problems(changed(path, '')).length, 1, 'nor is an empty text');
      assert.equal(problems(changed(path, [])).length, 1, 'nor is a list');
    });
  }
  test('plate_number is optional', () => {
    assert.equal(read(changed('detection_metadata.plate_number', undefined)).plate_number, null);
  });
});

suite('field values', () => {
  const bad: [string, unknown][] = [
    ['source', '   '],
    ['source', 7],
    ['source', 'x'.repeat(201)],
    ['source', 'a\u0000b'],
    ['source', 'a\nb'],
    ['source', '\ud800'],
    ['image_url', 'not a url'],
    ['image_url', '/1.jpg'],
    ['image_url', 'ftp://images.example/1.jpg'],
    ['image_url', 'file:///etc/passwd'],
    ['image_url', 'data:image/png;base64,AAAA'],
    ['image_url', 'https://'],
    ['image_url', `https://images.example/${'a'.repeat(4_100)}`],
    ['image_url', 'https://me:secret@images.example/1.jpg'],
    ['image_url', 'http://images.example:22/1.jpg'],
    ['image_url', 'http://10.0.0.1/1.jpg'],
    ['time_captured', '2026-03-01'],
    ['time_captured', 'yesterday'],
    ['time_captured', '2026-02-30T12:00:00Z'],
    ['time_captured', '2026-13-01T12:00:00Z'],
    ['time_captured', '2026-03-01T25:00:00Z'],
    ['time_captured', '2026-03-01T12:00:00+99:00'],
    ['time_captured', 1_772_366_400],
    ['time_captured', '2026-03-02T12:00:00.001Z'],
    ['detection_bounding_box', 'all'],
    ['detection_bounding_box.xmin', 200],
    ['detection_bounding_box.xmax', 0],
    ['detection_bounding_box.ymin', 150],
    ['detection_bounding_box.xmax', '200'],
    ['source_location_info.latitude', 90.1],
    ['source_location_info.latitude', '35.2'],
    ['source_location_info.longitude', -180.1],
    ['source_location_info.state', '  '],
    ['source_location_info.city', ' '],
    ['detection_metadata.alpr_confidence', 100.01],
    ['detection_metadata.alpr_confidence', '0.93'],
    ['detection_metadata.alpr_confidence', -0.01],
    ['detection_metadata.alpr_confidence', true],
    ['detection_metadata.plate_number', 12],
    ['detection_metadata.plate_number', 'x'.repeat(33)],
  ];
  for (const [path, value] of bad) {
    test(`not ${path} = ${JSON.stringify(value).slice(0, 60)}`, () => {
      const found = problems(changed(path, value));
      assert.equal(found.length, 1, JSON.stringify(found));
      assert.deepEqual(Object.keys(found[0] ?? {}), ['type', 'loc', 'msg', 'input']);
      assert.equal(found[0]?.loc[1], path.split('.')[0]);
    });
  }

  const good: [string, unknown][] = [
    ['time_captured', '2026-03-02T12:00:00Z'],
    ['time_captured', '1999-12-31T23:59:59.123456-06:00'],
    ['detection_bounding_box', { xmin: 0, ymin: 0, xmax: 1, ymax: 1 }],
    ['detection_bounding_box', { xmin: 0.25, ymin: 0.1, xmax: 0.9, ymax: 0.2 }],
    ['detection_metadata.alpr_confidence', 0],
    ['detection_metadata.alpr_confidence', 93],
    ['detection_bounding_box.xmin', -5],
    ['source_location_info.state', 'Bavaria'],
    ['detection_metadata.alpr_state', 'Somewhere far'],
    ['detection_metadata.alpr_state', 'Jalisco'.slice(0, 3)],
    ['source_location_info.state', 'new  mexico'],
    ['image_url', 'http://images.example:8080/1.jpg?signature=abc'],
  ];
  for (const [path, value] of good) {
    test(`but ${path} = ${JSON.stringify(value)}`, () =>
      assert.deepEqual(problems(changed(path, value)), []));
  }
});

test('reports all problems at once', () => {
  const body = {
    source: '',
    time_captured: 'x',
    detection_bounding_box: { xmin: 5, xmax: 1, ymin: 'a' },
    source_location_info: null,
    detection_metadata: { alpr_confidence: 200 },
  };
  const places = problems(body).map(({ loc }) => loc.slice(1).join('.'));
  assert.deepEqual(places.sort(), [
    'detection_bounding_box.xmax',
    'detection_bounding_box.ymax',
    'detection_bounding_box.ymin',
    'detection_metadata.alpr_confidence',
    'detection_metadata.alpr_state',
    'image_url',
    'source',
    'source_location_info',
    'time_captured',
  ]);
});

test('does not echo a password in the URL', () => {
  const found = problems(changed('image_url', 'https://me:secret@images.example/1.jpg'));
  assert.ok(!JSON.stringify(found).includes('secret'));
});

test('normalizes states and times', () => {
  const record = read(changed('source_location_info.state', ' texas '));
  assert.equal(record.state, 'TX');
  assert.equal(record.alpr_state, 'OK');
  assert.equal(parseIsoTime('2026-03-01T12:00:00')?.toISOString(), '2026-03-01T12:00:00.000Z');
  assert.equal(parseIsoTime('2026-03-01T12:00+0530')?.toISOString(), '2026-03-01T06:30:00.000Z');
  assert.equal(parseIsoTime('2024-02-29 00:00:00,5z')?.toISOString(), '2024-02-29T00:00:00.500Z');
});

test('responds 422 with the list of problems, and to a body that is not JSON', async () => {
  const api = await testApi();
  const credentials = await api.bearer(await api.customer(['admin']));
  const headers = { ...credentials, 'content-type': 'application/json' };
  const post = (payload: string) => api.app.inject({ method: 'POST', url: '/image', headers, payload });
  for (const payload of ['{}', '[]', '"x"', 'null', '', '{"a":', JSON.stringify(changed('source', ''))]) {
    const response = await post(payload);
    assert.equal(response.statusCode, 422, `${payload}: ${response.body}`);
    const { detail } = response.json();
    assert.ok(Array.isArray(detail) && detail.length > 0);
    for (const problem of detail) assert.deepEqual(Object.keys(problem), ['type', 'loc', 'msg', 'input']);
  }
  assert.equal((await post('{}')).json().detail.length, 6);
});
