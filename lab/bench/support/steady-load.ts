import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export type SteadyLoad = {
  port: number;
  path: string;
  /** One connection for each, with one request under way: what a client with keep-alive does. */
  headers: Record<string, string>[];
  seconds: number;
};

export type Measured = { perSecond: number; p50Ms: number; p99Ms: number };

/** Drives the server from a thread of its own; every answer must be a 200. */
export async function steadyLoad(load: SteadyLoad): Promise<Measured> {
  const worker = new Worker(import.meta.filename, { workerData: { steadyLoad: load } });
  const [measured] = (await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]) => Promise.reject(error)),
  ])) as [Measured];
  await worker.terminate();
  return measured;
}

type State = { isOver: boolean; underWay: number };

async function drive({ port, path, headers, seconds }: SteadyLoad): Promise<Measured> {
  const times: number[] = [];
  const state = { isOver: false, underWay: headers.length };
  const sockets = headers.map((each) => {
    const lines = Object.entries(each).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    void ask(socket, request, times, state);
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  state.isOver = true;
  // What is under way is answered first: whoever comes next finds the server idle.
  for (let tries = 0; state.underWay > 0 && tries < 500; tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** One request after the other; an answer's end is known from its Content-Length. */
async function ask(socket: Socket, request: Buffer, times: number[], state: State): Promise<void> {
  let left = -1;
  let head = '';
  let askedAt = performance.now();
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
    if (state.isOver) {
      state.underWay--;
      return;
    }
    times.push(performance.now() - askedAt);
    [left, head, askedAt] = [-1, '', performance.now()];
    socket.write(request);
  });
  socket.write(request);
}

const given = (workerData as { steadyLoad?: SteadyLoad } | null)?.steadyLoad;
if (parentPort && given) parentPort.postMessage(await drive(given));
