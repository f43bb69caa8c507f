import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { Problem } from '../lib/errors.ts';

const PLACES: Record<string, { name: string; of: (request: FastifyRequest) => unknown }> = {
  body: { name: 'body', of: (request) => request.body },
  querystring: { name: 'query', of: (request) => request.query },
  params: { name: 'path', of: (request) => request.params },
  headers: { name: 'header', of: () => undefined },
};

/** Their values are never sent back. */
const SECRET = /password|secret|token|key/i;

/** The validator's findings in the shape of the contract: every problem at once. */
export function problemsOf(
  findings: FastifySchemaValidationError[],
  context: string,
  request: FastifyRequest,
): Problem[] {
  const place = PLACES[context] ?? { name: context, of: () => undefined };
  const whole = place.of(request);
  return findings.filter(isRoot).map((finding) => {
    const path = finding.instancePath.split('/').slice(1).map(unescapePointer);
    const missing = finding.keyword === 'required' ? String(finding.params.missingProperty) : null;
    const extra =
      finding.keyword === 'additionalProperties' ? String(finding.params.additionalProperty) : null;
    const named = missing ?? extra;
    const loc = [place.name, ...path, ...(named === null ? [] : [named])];
    return {
      type: typeOf(finding),
      loc,
      msg: sentenceOf(finding),
      input: missing ? null : inputAt(whole, loc.slice(1)),
    };
  });
}

/** `anyOf` and `if` only sum up what their branches said already. */
function isRoot({ keyword }: FastifySchemaValidationError): boolean {
  return keyword !== 'anyOf' && keyword !== 'if';
}

function typeOf({ keyword, params }: FastifySchemaValidationError): string {
  if (keyword === 'required') return 'missing';
  if (keyword === 'additionalProperties') return 'extra_forbidden';
  if (keyword === 'type') return `${String(params.type)}_type`;
  return keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function sentenceOf({ keyword, message, params }: FastifySchemaValidationError): string {
  if (keyword === 'required') return 'Field required';
  if (keyword === 'additionalProperties') return 'There is no such field';
  if (keyword === 'enum') return `Must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  const said = message ?? 'is not valid';
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function inputAt(whole: unknown, path: string[]): unknown {
  if (path.some((step) => SECRET.test(step))) return null;
  let value = whole;
  for (const step of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  // A wrong whole body may hold anything, secrets too.
  return path.length === 0 || value === undefined || typeof value === 'object' ? null : value;
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
