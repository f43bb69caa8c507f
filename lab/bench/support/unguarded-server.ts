/**
 * The peer: what one writes in five lines. The same framework and the same promise about the bytes (on the disk when
 * the answer is sent, unless `lazy` is given), but no guard, no check, no credentials, no hash, no row.
 * Arguments: folder, `durable` or `lazy`.
 */
import { randomUUID } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';

const [folder = '', promise] = process.argv.slice(2);
const app = fastify();

app.post<{ Body: { image_url: string } }>('/image', async ({ body }) => {
  const id = randomUUID();
  const answer = await fetch(body.image_url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  await writeFile(join(folder, id), bytes, { flush: promise === 'durable' });
  if (promise === 'durable') {
    const handle = await open(folder, 'r');
    await handle.sync();
    await handle.close();
  }
  return { message: 'Image received', image_id: id };
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
