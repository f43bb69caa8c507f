/**
 * A recognizer behind HTTP, as RECOGNIZER_URL expects one: POST the picture's bytes, get its lines of text as JSON.
 * This one runs Milepost's own engine; put yours in its place. docs/recognition.md describes both sides.
 *
 *   node examples/recognizer-server.ts 8090
 *   RECOGNIZER_URL=http://127.0.0.1:8090/ npm start
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { readingToJson } from '../server/src/adapters/ocr/http/reading-json.ts';
import { OcrPool } from '../server/src/adapters/ocr/pool/ocr-pool.ts';
import { AppError } from '../server/src/lib/errors.ts';
import { createLog } from '../server/src/lib/log.ts';

const MOST_BYTES = 15_000_000;
const token = process.env.RECOGNIZER_TOKEN;
const log = createLog('info');
const engine = new OcrPool({ processes: availableParallelism(), timeoutMs: 30_000, memoryMb: 1_536 }, log);

const server = createServer(async (request, response) => {
  try {
    await answer(request, response);
  } catch (error) {
    // 422: this picture can never be read, and why. Anything else is tried again.
    const isPicture = error instanceof AppError && error.kind === 'invalid';
    send(response, isPicture ? 422 : 503, { message: isPicture ? error.message : 'Not just now.' });
  }
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return send(response, 405, { message: 'POST a picture.' });
  if (token && request.headers.authorization !== `Bearer ${token}`)
    return send(response, 401, { message: 'The token is missing or wrong.' });
  const picture = await bodyOf(request);
  if (picture === null)
    return send(response, 413, { message: `The picture has more than ${MOST_BYTES} bytes.` });
  const reading = await engine.read({ picture, box: boxIn(request.url ?? '/') });
  send(response, 200, readingToJson(reading));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function boxIn(url: string) {
  const given = new URL(url, 'http://here').searchParams.get('box');
  if (given === null) return null;
  const [xmin = 0, ymin = 0, xmax = 0, ymax = 0] = given.split(',').map(Number);
  return { xmin, ymin, xmax, ymax };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const port = Number(process.argv[2] ?? 8090);
server.listen(port, '127.0.0.1', () => console.log(`Reading pictures on http://127.0.0.1:${portOf()}/`));

function portOf(): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

process.once('SIGTERM', () => {
  server.close();
  void engine.close();
});
