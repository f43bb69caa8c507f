import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newCorrelationId } from './correlation.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

type ClientError = Error & { code?: string };

const ANSWERS: Record<string, [status: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not received in time.'],
};

/** A malformed request never reaches Fastify; it still gets a JSON body and a correlation id. */
export function answerBrokenRequest(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const [status, detail] = ANSWERS[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n` +
      `X-Correlation-Id: ${newCorrelationId()}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Node would answer an `Expect` header other than `100-continue` with an empty 417. */
export function answerUnmetExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(417, {
      ...SECURITY_HEADERS,
      'Content-Type': 'application/json; charset=utf-8',
      'X-Correlation-Id': newCorrelationId(),
    })
    .end(JSON.stringify({ detail: 'The Expect header must be 100-continue.' }));
}
