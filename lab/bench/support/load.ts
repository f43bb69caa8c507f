import { once } from 'node:events';
import { connect } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export type Load = { port: number; path: string; headers: Record<string, string>; seconds: number };

const CONNECTIONS = 8;
const UNDER_WAY = 8;

/**
 * How many requests a second the server answers. The client, in a thread of its own, writes prepared bytes and counts
 * answers by their length, which is the same for all: it costs little, so the server is what is measured.
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  const worker = new Worker(import.meta.filename, { workerData: load });
  const [answered] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return answered / load.seconds;
}

async function drive({ port, path, headers, seconds }: Load): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`);
  const open = () => connect({ port, host: '127.0.0.1', noDelay: true });

  const first = open();
  first.write(request);
  const [answer] = (await once(first, 'data')) as [Buffer];
  first.destroy();
  if (!answer.toString('latin1').startsWith('HTTP/1.1 200 '))
    throw new Error(`not answered with 200: ${answer}`);
  const { length } = answer;

  let answered = 0;
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = open();
    let bytes = 0;
    socket.on('data', (chunk) => {
      const before = Math.floor(bytes / length);
      bytes += chunk.length;
      const arrived = Math.floor(bytes / length) - before;
      answered += arrived;
      for (let i = 0; i < arrived; i++) socket.write(request);
    });
    for (let i = 0; i < UNDER_WAY; i++) socket.write(request);
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  for (const socket of sockets) socket.destroy();
  return answered;
}

if (parentPort) parentPort.postMessage(await drive(workerData as Load));
