import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { median, p99, sleep } from './bench.ts';

type SteadyLoad = {
  port: number;
  path: string;
  /** Each entry is a keep-alive connection with one request at a time. */
  headers: Record<string, string>[];
  seconds: number;
};

export type Measured = { perSecond: number; p50Ms: number; p99Ms: number };

/** Requests per second and latencies, from a client in its own thread. Every response must be a 200. */
export async function steadyLoad(load: SteadyLoad): Promise<Measured> {
  const worker = new Worker(import.meta.filename, { workerData: { steadyLoad: load } });
  const [measured] = (await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]) => Promise.reject(error)),
  ])) as [Measured];
  await worker.terminate();
  return measured;
}

type State = { isDone: boolean; pending: number };

async function drive({ port, path, headers, seconds }: SteadyLoad): Promise<Measured> {
  const times: number[] = [];
  const state = { isDone: false, pending: headers.length };
  const sockets = headers.map((each) => {
    const lines = Object.entries(each).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    send(socket, request, times, state);
    return socket;
  });
  await sleep(seconds * 1_000);
  state.isDone = true;
  // Waits for pending responses, so the server is idle afterwards.
  for (let tries = 0; state.pending > 0 && tries < 500; tries++) await sleep(10);
  for (const socket of sockets) socket.destroy();
  return { perSecond: times.length / seconds, p50Ms: median(times), p99Ms: p99(times) };
}

/** Sends one request at a time and finds the end of a response by its Content-Length. */
function send(socket: Socket, request: Buffer, times: number[], state: State): void {
  let left = -1;
  let head = '';
  let sentAt = performance.now();
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    if (left < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /content-length: (\d+)/i.exec(head.slice(0, end))?.[1];
      if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(head.slice(0, 500));
      left = Number(length) - (head.length - end - 4);
    } else left -= chunk.length;
    if (left > 0) return;
    if (state.isDone) {
      state.pending--;
      return;
    }
    times.push(performance.now() - sentAt);
    [left, head, sentAt] = [-1, '', performance.now()];
    socket.write(request);
  });
  socket.write(request);
}

const load = (workerData as { steadyLoad?: SteadyLoad } | null)?.steadyLoad;
if (parentPort && load) parentPort.postMessage(await drive(load));
