/**
 * Posts images to `POST /image`. Arguments: origin, origin of the images, cameras, and the request headers as JSON. Every
 * message is the number of images to post; the reply, their latencies in milliseconds.
 */
import { Agent } from 'undici';
import { ingestBody } from '../../../../server/test/support/images/sample-images.ts';

const CONCURRENCY = 16;
const [origin = '', images = '', cameras = '1', headers = '{}'] = process.argv.slice(2);
const agent = new Agent({ connections: CONCURRENCY });
let next = 1;
let waiting = 0;
let latencies: number[] = [];

async function post(): Promise<void> {
  const number = next++;
  const startedAt = performance.now();
  const body = ingestBody(`${images}/${number}`, {
    source: `camera-${number % Number(cameras)}`,
    time_captured: new Date().toISOString(),
  });
  body.detection_metadata.plate_number = `1AB${number}`;
  const response = await agent.request({
    origin,
    path: '/image',
    method: 'POST',
    headers: JSON.parse(headers),
    body: JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
  latencies.push(performance.now() - startedAt);
}

async function client(): Promise<void> {
  for (; waiting > 0; ) {
    waiting--;
    await post();
  }
}

process.on('message', async (count: number) => {
  waiting = count;
  latencies = [];
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  process.send?.(latencies);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
