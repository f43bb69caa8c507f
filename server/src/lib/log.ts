import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines. Secrets are kept out by never being handed in; the censor is the second fence. */
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
