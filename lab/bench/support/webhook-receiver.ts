/**
 * Receives webhooks on many ports and responds with 200. Arguments: the number of ports, and how many of them are
 * dead (they accept connections and never respond). Sends its ports, and on each message the number of webhooks since
 * the last one and the latencies of those whose body has a `sent_at`.
 */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';

const [, , ports = '1', dead = '0'] = process.argv;
let count = 0;
let latencies: number[] = [];
const sentAt = /"sent_at":(\d+(?:\.\d+)?)/;

function liveServer(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      count++;
      const sent = sentAt.exec(Buffer.concat(chunks).toString('latin1').slice(0, 200))?.[1];
      if (sent !== undefined) latencies.push(performance.timeOrigin + performance.now() - Number(sent));
      response.end('ok');
    });
  });
}

const open: number[] = [];
for (let i = 0; i < Number(ports); i++) {
  const server = i < Number(dead) ? createSocketServer(() => undefined) : liveServer();
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
