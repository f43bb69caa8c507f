import assert from 'node:assert/strict';
import { readingToJson } from '../../../src/adapters/ocr/http/reading-json.ts';
import { buildServices } from '../../../src/app/build-services.ts';
import { startStages } from '../../../src/app/start-stages.ts';
import { readEnv } from '../../../src/config/env.ts';
import { decideSettings } from '../../../src/config/settings.ts';
import { createLog } from '../../../src/lib/log.ts';
import { testApi } from '../api.ts';
import { closing } from '../closing.ts';
import { testDatabase } from '../database.ts';
import { startS3 } from '../images/s3-server.ts';
import { ingestBody, sampleImage } from '../images/sample-images.ts';
import { temporaryFolder } from '../milepost.ts';
import { readLines } from '../recognition/read-lines.ts';
import { startServer } from '../start-server.ts';

export const PLATE = 'ZQX7391';
export const ADDRESS = 'dispatch.desk@customer.example';

type Line = { message: string; outcome?: string; correlation_id?: string } & Record<string, unknown>;

/** The API and a worker, each with services of its own on one database, and the real parts around them. */
export async function startPipeline(env: Record<string, string> = {}) {
  const db = await testDatabase();
  // Two file stores of one process would take each other's staged files for those of a killed process.
  const bucket = await startS3();
  closing(bucket.stop);
  const images = await startServer(async (request, response) => {
    response.end(await sampleImage('jpeg', { seed: Number(request.url?.slice(1)) }));
  });
  const recognition = { rejects: false };
  const recognizer = await startServer((request, response) => {
    request.resume();
    if (recognition.rejects) return void response.writeHead(422).end('{"message":"of a customer"}');
    request.on('end', () =>
      response.end(JSON.stringify(readingToJson(readLines(['ACME ROCKETS LLC', 'USDOT 1234567'])))),
    );
  });
  const received: { headers: Record<string, unknown> }[] = [];
  const receiver = await startServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received.push({ headers: request.headers });
      response.writeHead(request.url === '/fails' ? 500 : 204).end();
    });
  });
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const secrets = { SECRET_KEY: 'k'.repeat(32), LINK_SECRET: 'l'.repeat(32) };
  const common = { RECOGNIZER_URL: recognizer, BLOB_URL: bucket.url, ...secrets, ...env };
  const api = await testApi({ db, env: { ...common, OTEL_SERVICE_NAME: 'api' } });
  const settings = decideSettings(
    readEnv({ ...common, DATA_DIR: await temporaryFolder(), OTEL_SERVICE_NAME: 'worker' }),
  );
  const worker = await buildServices({ settings, db, log });
  closing(worker.close);
  const stages = await startStages(worker.services, log);
  closing(stages.stop);

  const customer = await api.customer(['admin']);
  const credentials = await api.signIn(customer);
  const headers = { ...credentials, authorization: `Bearer ${credentials['access-token']}` };
  const post = async (url: string, payload: object, more: Record<string, string> = {}) => {
    const response = await api.app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload });
    assert.ok([200, 201].includes(response.statusCode), `${url}: ${response.body}`);
    return response;
  };
  /** Submits an image of a truck that the alert matches. */
  const ingest = async (seed: number, more: Record<string, string> = {}) => {
    const body = ingestBody(`${images}/${seed}`, {
      source: `camera-${seed}`,
      time_captured: new Date(Date.now() - 60_000).toISOString(),
    });
    body.detection_metadata.plate_number = PLATE;
    const response = await post('/image', body, more);
    return {
      imageId: String(response.json().image_id),
      correlationId: String(response.headers['x-correlation-id']),
    };
  };
  const createAlert = () =>
    post('/alerts', {
      email: ADDRESS,
      alert_type: 'hot',
      disabled: false,
      alert_name: 'Ours',
      license_plate: PLATE,
      notification_channels: ['email', 'webhook'],
    });
  const linesOf = (message: string) =>
    lines.map((line) => JSON.parse(line) as Line).filter((line) => line.message === message);
  return {
    api,
    db,
    customer,
    recognition,
    post,
    ingest,
    createAlert,
    worker: worker.services,
    received,
    receiver,
    lines,
    linesOf,
  };
}
