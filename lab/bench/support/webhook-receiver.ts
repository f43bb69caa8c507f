/**
 * A process of its own that takes webhooks on many ports: answers 200 at once, and keeps how long each was under way
 * (bodies carry the moment they were written, where that is asked for). Arguments: how many ports; how many of them
 * are dead: they take the connection and never answer. Tells its ports; asked, it tells what came and forgets it.
 */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';

const [, , ports = '1', dead = '0'] = process.argv;
let count = 0;
let latencies: number[] = [];
const sentAt = /"sent_at":(\d+(?:\.\d+)?)/;

function live(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      count++;
      const moment = sentAt.exec(Buffer.concat(chunks).toString('latin1').slice(0, 200))?.[1];
      if (moment !== undefined) latencies.push(performance.timeOrigin + performance.now() - Number(moment));
      response.end('ok');
    });
  });
}

const open: number[] = [];
for (let i = 0; i < Number(ports); i++) {
  const server = i < Number(dead) ? createSocketServer(() => undefined) : live();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push((server.address() as AddressInfo).port);
}
process.on('message', () => {
  process.send?.({ count, latencies });
  count = 0;
  latencies = [];
});
process.on('disconnect', () => process.exit());
process.send?.(open);
