import type { Socket } from 'node:net';
import { newCorrelationId } from './correlation.ts';

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
