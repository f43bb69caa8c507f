import { once } from 'node:events';
import { connect } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export type Load = { port: number; path: string; headers: Record<string, string>; seconds: number };

const CONNECTIONS = 8;
const PIPELINED = 8;

/**
 * Requests per second at full load. The client runs in its own thread, writes prepared bytes, and counts responses by
 * their length, which is constant: the server is the bottleneck.
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  const worker = new Worker(import.meta.filename, { workerData: load });
  const [responses] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return responses / load.seconds;
}

async function drive({ port, path, headers, seconds }: Load): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`);
  const open = () => connect({ port, host: '127.0.0.1', noDelay: true });

  const first = open();
  first.write(request);
  const [response] = (await once(first, 'data')) as [Buffer];
  first.destroy();
  if (!response.toString('latin1').startsWith('HTTP/1.1 200 ')) throw new Error(`Not a 200: ${response}`);
  const { length } = response;

  let responses = 0;
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = open();
    let bytes = 0;
    socket.on('data', (chunk) => {
      const before = Math.floor(bytes / length);
      bytes += chunk.length;
      const arrived = Math.floor(bytes / length) - before;
      responses += arrived;
      for (let i = 0; i < arrived; i++) socket.write(request);
    });
    for (let i = 0; i < PIPELINED; i++) socket.write(request);
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  for (const socket of sockets) socket.destroy();
  return responses;
}

if (parentPort) parentPort.postMessage(await drive(workerData as Load));
