/**
 * Posts images to `POST /image`. Arguments: origin, origin of the images, cameras, the request headers as JSON, and maybe `again`. Every
 * message is the number of images to post; the reply, the latencies of those that were accepted in milliseconds. An image that is
 * refused with a 5xx status is posted again when the message is 0, with `again`; otherwise it ends the benchmark.
 */
import { Agent } from 'undici';
import { ingestBody } from '../../../../server/test/support/images/sample-images.ts';

const CONCURRENCY = 16;
const [origin = '', images = '', cameras = '1', headers = '{}', whenRefused = 'fail'] = process.argv.slice(2);
const agent = new Agent({ connections: CONCURRENCY });
let next = 1;
let waiting = 0;
let latencies: number[] = [];
let refused: Body[] = [];
let again: Body[] = [];
type Body = ReturnType<typeof ingestBody>;

function newBody(): Body {
  const number = next++;
  const body = ingestBody(`${images}/${number}`, {
    source: `camera-${number % Number(cameras)}`,
    time_captured: new Date().toISOString(),
  });
  body.detection_metadata.plate_number = `1AB${number}`;
  return body;
}

async function post(body: Body): Promise<void> {
  const startedAt = performance.now();
  const response = await agent.request({
    origin,
    path: '/image',
    method: 'POST',
    headers: JSON.parse(headers),
    body: JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode >= 500 && whenRefused === 'again') return void refused.push(body);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
  latencies.push(performance.now() - startedAt);
}

async function client(): Promise<void> {
  for (; waiting > 0; ) {
    waiting--;
    await post(again.pop() ?? newBody());
  }
}

process.on('message', async (count: number) => {
  again = count === 0 ? refused : [];
  if (count === 0) refused = [];
  waiting = count || again.length;
  latencies = [];
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  process.send?.(latencies);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
