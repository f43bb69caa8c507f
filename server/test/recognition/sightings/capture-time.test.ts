import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../../support/api.ts';
import { ingestBody, sampleImage } from '../../support/images/sample-images.ts';
import { uploadForm } from '../../support/images/upload-image.ts';
import { readLines } from '../../support/recognition/read-lines.ts';
import { recognizerOf, testRecognition } from '../../support/recognition/recognition.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const api = await testApi({ clock: { now: () => NOW } });
const headers = await api.bearer(await api.customer(['admin']));
const { drain } = testRecognition(api, {
  recognizer: recognizerOf(async () => readLines(['USDOT 5000060'])),
});
const jpeg = await sampleImage('jpeg');
let cameras = 0;

async function upload(time_captured: string, source = `camera-${++cameras}`) {
  const { image_url: _, ...record } = ingestBody('', { source });
  const { payload, contentType } = await uploadForm({ ...record, time_captured }, jpeg);
  const sent = { ...headers, 'content-type': contentType };
  return api.app.inject({ method: 'POST', url: '/images/upload', headers: sent, payload });
}

/** The times of the sightings of all cameras, in the order of their images. */
async function sightingTimes(...texts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    const response = await upload(text);
    assert.equal(response.statusCode, 200, response.body);
    ids.push(response.json().image_id);
  }
  await drain();
  const images = ids.map(async (id) => (await api.app.inject({ url: `/images/${id}`, headers })).json());
  return (await Promise.all(images)).map(({ sighting }) => sighting.time_captured);
}

test('converts the capture time to UTC from any offset, and treats a time without an offset as UTC', async () => {
  const times = await sightingTimes(
    '2026-02-28T09:30:00Z',
    '2026-02-28T03:30:00-06:00',
    '2026-02-28T15:00+0530',
    '2026-02-28T09:30:00',
  );
  assert.deepEqual(times, Array(4).fill('2026-02-28T09:30:00.000Z'));
});

test('accepts a capture time 23 hours in the future and rejects one 25 hours in the future', async () => {
  assert.deepEqual(await sightingTimes('2026-03-02T11:00:00Z'), ['2026-03-02T11:00:00.000Z']);
  const refused = await upload('2026-03-02T13:00:00Z');
  assert.equal(refused.statusCode, 422);
  assert.deepEqual(
    refused.json().detail.map(({ type }: { type: string }) => type),
    ['datetime_future'],
  );
});

test('stores one image and one sighting when the same bytes are sent again with the same time in another notation', async () => {
  const ids = new Set<string>();
  for (const text of ['2026-02-27T12:00:00Z', '2026-02-27T12:00:00Z', '2026-02-27T06:00:00.000-06:00']) {
    const response = await upload(text, 'twice');
    assert.equal(response.statusCode, 200, response.body);
    ids.add(response.json().image_id);
    await drain();
  }
  assert.equal(ids.size, 1);
  const { rows } = await api.db.pool.query(`select id from observations where source = 'twice'`);
  assert.equal(rows.length, 1);
});
