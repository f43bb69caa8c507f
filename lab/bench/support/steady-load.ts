import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { sleep } from './bench.ts';

type SteadyLoad = {
  port: number;
  path: string;
  /** Each entry is a keep-alive connection with one request at a time. */
  headers: Record<string, string>[];
  seconds: number;
};

/** Requests per second, from a client in its own thread. Every response must be a 200. */
export async function steadyLoad(load: SteadyLoad): Promise<number> {
  const worker = new Worker(import.meta.filename, { workerData: { steadyLoad: load } });
  const [perSecond] = (await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]) => Promise.reject(error)),
  ])) as [number];
  await worker.terminate();
  return perSecond;
}

type State = { isDone: boolean; pending: number; responses: number };

async function drive({ port, path, headers, seconds }: SteadyLoad): Promise<number> {
  const state = { isDone: false, pending: headers.length, responses: 0 };
  const sockets = headers.map((each) => {
    const lines = Object.entries(each).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    send(socket, request, state);
    return socket;
  });
  await sleep(seconds * 1_000);
  state.isDone = true;
  const { responses } = state;
  // Waits for pending responses, so the server is idle afterwards.
  for (let tries = 0; state.pending > 0 && tries < 500; tries++) await sleep(10);
  for (const socket of sockets) socket.destroy();
  return responses / seconds;
}

/** Sends one request at a time and finds the end of a response by its Content-Length. */
function send(socket: Socket, request: Buffer, state: State): void {
  let left = -1;
  let head = '';
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
    state.responses++;
    [left, head] = [-1, ''];
    socket.write(request);
  });
  socket.write(request);
}

const load = (workerData as { steadyLoad?: SteadyLoad } | null)?.steadyLoad;
if (parentPort && load) parentPort.postMessage(await drive(load));
