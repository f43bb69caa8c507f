import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

/** Throws unless the payload conforms to the OpenAPI document. */
export const assertDocumented = (() => {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../openapi.json'), 'utf8'));
  const ajv = formats.default(new Ajv({ strict: false, allErrors: true }));
  const checks = new Map<string, ReturnType<typeof ajv.compile>>();
  for (const event of Object.keys(document.webhooks)) {
    const { schema } = document.webhooks[event].post.requestBody.content['application/json'];
    checks.set(event, ajv.compile(schema));
  }
  return (body: string): { event: string; total_matches: number; matches: Record<string, unknown>[] } => {
    const payload = JSON.parse(body);
    const check = checks.get(payload.event);
    if (!check?.(payload)) throw new Error(`not as documented: ${JSON.stringify(check?.errors)} ${body}`);
    return payload;
  };
})();
