import assert from 'node:assert/strict';
import type { Customer, TestApi } from '../api.ts';
import type { ScriptedLine } from './read-lines.ts';
import { type Capture, testRecognition } from './recognition.ts';

const DAY = 86_400;

/** `days`: days between the capture of the image and the start of the test. */
type Seen = Capture & { days?: number };

/** A customer that sends images and corrects readings. Each call returns after all queues are empty. */
export async function testSightings(
  api: TestApi,
  customer: Customer,
  start = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000,
) {
  const { app } = api;
  const headers = await api.signIn(customer);
  const { ingest, drain, drainRevisits } = testRecognition(api, { rules: api.settings.sightings }, start);
  let cameras = 0;

  /** Without a `source`, the image is from a new camera, so that it becomes a separate sighting. */
  async function see(lines: ScriptedLine[], { days = 0, ...capture }: Seen = {}): Promise<string> {
    const place = { source: `camera-${++cameras}`, seconds: -days * DAY };
    const id = await ingest(customer.organizationId, { lines }, { ...place, ...capture });
    await drain();
    await drainRevisits();
    return id;
  }

  const sightingOf = async (id: string) =>
    (await app.inject({ url: `/images/${id}`, headers })).json().sighting;

  async function change(method: 'POST' | 'DELETE', url: string, payload?: object): Promise<void> {
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
    assert.equal(response.statusCode, 200, response.body);
    await drainRevisits();
  }

  return {
    see,
    sightingOf,
    /** The USDOT number, its level, and whether it was inferred. */
    async carrierOf(id: string) {
      const { usdot_number, usdot_number_ocr_score, is_usdot_imputed } = await sightingOf(id);
      return [usdot_number, usdot_number_ocr_score, is_usdot_imputed];
    },
    correct: (id: string, field: string, value: string | null) =>
      change('POST', `/images/${id}/correction`, { field, value }),
    withdraw: (id: string, field: string) => change('DELETE', `/images/${id}/correction/${field}`),
  };
}
