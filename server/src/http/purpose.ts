import type { FastifyRequest } from 'fastify';
import { invalid, type Problem } from '../lib/errors.ts';

const PURPOSE_HEADER = 'x-purpose';
export const MAX_PURPOSE_LENGTH = 200;

const CONTROL = /\p{Cc}|\p{Cs}|�/u;

/** The stated purpose of a request; null without one. Throws when it is invalid, or required and missing. */
export function readPurpose(request: FastifyRequest, isRequired: boolean): string | null {
  const header = request.headers[PURPOSE_HEADER];
  // Node reads headers as Latin-1; clients send UTF-8.
  const purpose = Buffer.from([header ?? ''].flat().join(', '), 'latin1')
    .toString('utf8')
    .trim();
  if (purpose === '') {
    if (!isRequired) return null;
    const msg = 'Your organization requires a purpose: send the header X-Purpose, for example "claim 4711".';
    throw invalid([problem('missing', msg)]);
  }
  if ([...purpose].length > MAX_PURPOSE_LENGTH) {
    throw invalid([problem('string_too_long', `Must have at most ${MAX_PURPOSE_LENGTH} characters`)]);
  }
  if (CONTROL.test(purpose)) {
    throw invalid([problem('value_error', 'Must be plain text in UTF-8 without control characters')]);
  }
  return purpose;
}

function problem(type: string, msg: string): Problem {
  return { type, loc: ['header', PURPOSE_HEADER], msg, input: null };
}
