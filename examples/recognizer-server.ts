/**
 * An HTTP recognizer for RECOGNIZER_URL: accepts the bytes of an image and returns its lines of text as JSON.
 * This one runs Milepost's own engine; replace it with yours. docs/recognition.md describes the protocol.
 *
 *   npx node examples/recognizer-server.ts 8090
 *   RECOGNIZER_URL=http://127.0.0.1:8090/ npm start
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { readingToJson } from '../server/src/adapters/ocr/http/reading-json.ts';
import { OcrPool } from '../server/src/adapters/ocr/ocr-pool.ts';
import { AppError } from '../server/src/lib/errors.ts';
import { createLog } from '../server/src/lib/log.ts';

const MAX_BYTES = 15_000_000;
const token = process.env.RECOGNIZER_TOKEN;
const engine = new OcrPool(
  { processes: availableParallelism(), timeoutMs: 30_000, memoryMb: 1_536 },
  createLog('info'),
);

const server = createServer(async (request, response) => {
  try {
    await recognize(request, response);
  } catch (error) {
    // 422 means this image can never be read. Milepost retries after any other error.
    if (error instanceof AppError && error.kind === 'invalid')
      send(response, 422, { message: error.message });
    else send(response, 503, { message: 'Recognition failed. Try again later.' });
  }
});

async function recognize(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return send(response, 405, { message: 'Send the image with POST.' });
  if (token && request.headers.authorization !== `Bearer ${token}`)
    return send(response, 401, { message: 'The token is missing or incorrect.' });
  const image = await readBody(request);
  if (image === null) return send(response, 413, { message: `The image is larger than ${MAX_BYTES} bytes.` });
  const reading = await engine.read({ image, box: readBox(request.url ?? '/') });
  send(response, 200, readingToJson(reading));
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readBox(url: string) {
  const box = new URL(url, 'http://localhost').searchParams.get('box');
  if (box === null) return null;
  const [xmin = 0, ymin = 0, xmax = 0, ymax = 0] = box.split(',').map(Number);
  return { xmin, ymin, xmax, ymax };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const port = Number(process.argv[2] ?? 8090);
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  console.log(`Listening on http://127.0.0.1:${actualPort}/`);
});

process.once('SIGTERM', () => {
  server.close();
  void engine.close();
});
