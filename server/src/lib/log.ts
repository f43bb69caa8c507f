import type { Writable } from 'node:stream';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Callers do not log secrets; redaction is a second safeguard. */
const SECRET_KEYS = [
  'password',
  'secret',
  'token',
  'api_key',
  'apiKey',
  'authorization',
  'x-api-key',
  'access-token',
  'cookie',
];

/** Writes JSON lines to standard error unless a destination is given. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: undefined,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
        censor: '[hidden]',
      },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}

/** A destination that turns JSON lines into readable ones. */
export function textLines(output: Writable): DestinationStream {
  return { write: (line) => void output.write(`${textLine(JSON.parse(line))}\n`) };
}

type Entry = { level: string; time: string; message?: string; stack?: string } & Record<string, unknown>;

function textLine({ level, time, message = '', stack, ...fields }: Entry): string {
  const clock = new Date(time).toTimeString().slice(0, 8);
  const { method, path, status, duration_ms } = fields;
  if (message === 'request') return `${clock} ${method} ${path} ${status} ${duration_ms} ms`;
  const details = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${clock} ${level.toUpperCase()} ${message}${details.join('')}${stack ? `\n${stack}` : ''}`;
}
