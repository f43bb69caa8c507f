/**
 * The peer: the same framework and the same durability (flushed before the response), but no SSRF guard, checks,
 * credentials, hash or database row. Argument: a folder.
 */
import { randomUUID } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';

const [folder = ''] = process.argv.slice(2);
const app = fastify();

app.post<{ Body: { image_url: string } }>('/image', async ({ body }) => {
  const id = randomUUID();
  const response = await fetch(body.image_url);
  const bytes = Buffer.from(await response.arrayBuffer());
  await writeFile(join(folder, id), bytes, { flush: true });
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
  return { message: 'Image received', image_id: id };
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
