import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openHttpRecognizer } from '../../src/adapters/ocr/http/http-recognizer.ts';
import { openRecognizer } from '../../src/adapters/ocr/open-recognizer.ts';
import { publicOrLoopback } from '../../src/adapters/outbound/address-policy.ts';
import { createOutbound } from '../../src/adapters/outbound/create-outbound.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { ReadInterrupted } from '../../src/domain/recognition/recognizer.ts';
import { OutsideFault } from '../../src/lib/errors.ts';
import { createLog } from '../../src/lib/log.ts';
import { closing } from '../support/closing.ts';
import { lettered } from '../support/recognition/lettered.ts';
import { quadAt } from '../support/recognition/text-lines.ts';
import { startServer } from '../support/start-server.ts';

const image = Uint8Array.from([1, 2, 3]);
const quad = quadAt(0, 0, 10, 5);
const line = { text: 'USDOT 1234567', confidence: 0.9, quad };
const good = { width: 100, height: 50, is_whole: true, lines: [line] };
const box = { xmin: 1, ymin: 2, xmax: 30, ymax: 40 };

type Answer = (request: IncomingMessage & { body: Buffer }, response: ServerResponse) => void;

async function serverThat(...answers: Answer[]) {
  const seen: (IncomingMessage & { body: Buffer })[] = [];
  const origin = await startServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const whole = Object.assign(request, { body });
    seen.push(whole);
    (answers[seen.length - 1] ?? answers.at(-1))?.(whole, response);
  });
  return { url: `${origin}/read?key=1`, seen };
}

function recognizer(url: string, more: { token?: string; timeoutMs?: number } = {}) {
  const outbound = createOutbound({ allows: publicOrLoopback, userAgent: 'Milepost' });
  const options = { url, token: more.token ?? null, timeoutMs: more.timeoutMs ?? 5_000, pausesMs: [5, 5] };
  const opened = openHttpRecognizer(options, outbound, createLog('silent'));
  closing(() => opened.close());
  return opened;
}

const json =
  (status: number, value: unknown): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
const unavailable = { name: 'AppError', kind: 'unavailable' };

suite('an external recognizer', () => {
  test('receives the bytes, the box and the token, and its response is used', async () => {
    const second = { text: 'USDOT', confidence: 0.5, characters: [1, 1, 0.9, 0.8, 0.7] };
    const quality = { brightness: 0.4, sharpness: null };
    const { url, seen } = await serverThat(
      json(200, { ...good, lines: [{ ...line, second }], engine: 'mine', quality }),
    );
    const reading = await recognizer(url, { token: 'sesame-1' }).read({ image, box });
    assert.deepEqual([...(seen[0]?.body ?? [])], [1, 2, 3]);
    assert.equal(seen[0]?.url, '/read?key=1&box=1%2C2%2C30%2C40');
    assert.equal(seen[0]?.headers.authorization, 'Bearer sesame-1');
    assert.deepEqual([reading.width, reading.height, reading.isWhole], [100, 50, true]);
    assert.deepEqual(reading.quality, quality);
    const [read] = reading.lines;
    assert.deepEqual(read?.second, second);
    assert.deepEqual(read?.quad, quad);
    assert.deepEqual(read?.characters, Array(13).fill(0.9));
  });

  test('is retried after a failure', async () => {
    const { url, seen } = await serverThat(json(500, {}), json(200, good));
    assert.equal((await recognizer(url).read({ image, box: null })).lines.length, 1);
    assert.equal(seen.length, 2);
    assert.equal(seen[0]?.url, '/read?key=1');
  });

  test('is unavailable after three failures', async () => {
    const { url, seen } = await serverThat(json(503, {}));
    await assert.rejects(recognizer(url).read({ image, box: null }), unavailable);
    assert.equal(seen.length, 3);
  });

  const outside = (message: RegExp) => (error: unknown) =>
    error instanceof OutsideFault && message.test(error.message);

  test('is a fault outside the image when it cannot be reached, is overloaded or rejects the token', async () => {
    const read = (url: string) => recognizer(url).read({ image, box: null });
    await assert.rejects(read('http://127.0.0.1:9999/'), outside(/^The recognizer cannot be used: /));
    for (const status of [401, 404, 429, 502, 503, 504]) {
      const { url } = await serverThat(json(status, {}));
      await assert.rejects(read(url), outside(new RegExp(`responded with status ${status}`)));
    }
  });

  test('a read that exceeds the deadline may be the fault of the image, unless the recognizer answers nothing', async () => {
    const slow = await serverThat((request, response) => {
      if (request.method === 'HEAD') response.writeHead(405).end();
    });
    const read = recognizer(slow.url, { timeoutMs: 300 }).read({ image, box: null });
    await assert.rejects(
      read,
      (error) => !(error instanceof ReadInterrupted) && !(error instanceof OutsideFault),
    );
    const { url } = await serverThat(() => undefined);
    const hung = recognizer(url, { timeoutMs: 300 }).read({ image, box: null });
    await assert.rejects(hung, outside(/took too long to respond/));
  });

  test('can reject an image for good with a reason', async () => {
    const { url, seen } = await serverThat(json(422, { message: 'The image is upside down.' }));
    const refused = { kind: 'invalid', message: 'The image is upside down.' };
    await assert.rejects(recognizer(url).read({ image, box: null }), refused);
    assert.equal(seen.length, 1);
    const { url: silent } = await serverThat((_, response) => response.writeHead(415).end('<html>'));
    await assert.rejects(recognizer(silent).read({ image, box: null }), {
      kind: 'invalid',
      message: 'The recognizer rejected the image.',
    });
  });

  test('is unavailable when its response is invalid', async () => {
    const wrong: unknown[] = [
      null,
      [],
      { ...good, width: -1 },
      { ...good, lines: [{ ...line, confidence: 7 }] },
      { ...good, lines: [{ ...line, quad: quad.slice(1) }] },
      { ...good, lines: [{ ...line, text: 5 }] },
      { ...good, lines: Array(1_001).fill(line) },
    ];
    for (const value of wrong) {
      const { url } = await serverThat(json(200, value));
      await assert.rejects(
        recognizer(url).read({ image, box: null }),
        unavailable,
        JSON.stringify(value)?.slice(0, 80),
      );
    }
    const { url } = await serverThat((_, response) => response.end('{"width": 1'));
    await assert.rejects(recognizer(url).read({ image, box: null }), unavailable);
  });

  test('is unavailable when its response is too large', async () => {
    const { url } = await serverThat((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1_000_000, 32);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    await assert.rejects(recognizer(url).read({ image, box: null }), unavailable);
  });

  test('is not retried after the caller aborts', async () => {
    const stop = new AbortController();
    const { url, seen } = await serverThat(() => stop.abort());
    const asked = recognizer(url).read({ image, box: null, signal: stop.signal });
    await assert.rejects(asked, unavailable);
    assert.equal(seen.length, 1);
  });

  test('is configured by RECOGNIZER_URL, also in a private network', async () => {
    const { url } = await serverThat(json(200, good));
    const settings = decideSettings({ cores: 2, MILEPOST_MODE: 'production', RECOGNIZER_URL: url });
    const opened = openRecognizer(settings, createLog('silent'));
    closing(() => opened.close());
    assert.equal((await opened.read({ image, box: null })).width, 100);
  });
});

test('the example server runs the built-in engine for the service', async () => {
  const script = join(import.meta.dirname, '../../../examples/recognizer-server.ts');
  const child = spawn(process.execPath, [script, '0'], {
    env: { PATH: process.env.PATH ?? '', RECOGNIZER_TOKEN: 'open-sesame' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing(async () => child.kill('SIGKILL'));
  const [printed] = await once(child.stdout, 'data');
  const url = /http:\S+/.exec(String(printed))?.[0] ?? '';
  const door = await lettered(['USDOT 1234567']);
  const reading = await recognizer(url, { token: 'open-sesame', timeoutMs: 60_000 }).read({
    image: door,
    box: null,
  });
  assert.match(reading.lines[0]?.text ?? '', /1234567$/);
  assert.match(reading.lines[0]?.second?.text ?? '', /1234567$/);
  const broken = { kind: 'invalid', message: /not a JPEG/ };
  await assert.rejects(
    recognizer(url, { token: 'open-sesame' }).read({ image: Buffer.from('no image here'), box: null }),
    broken,
  );
  await assert.rejects(recognizer(url, { token: 'wrong-one' }).read({ image: door, box: null }), unavailable);
});
