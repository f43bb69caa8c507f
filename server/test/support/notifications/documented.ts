import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

type Payload = {
  event: string;
  total_matches: number;
  alert_details: { id: number }[];
  matches: Record<string, unknown>[];
};

/** Throws unless the payload conforms to the OpenAPI document. */
export const assertDocumented = (() => {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../openapi.json'), 'utf8'));
  const ajv = formats.default(new Ajv({ strict: false, allErrors: true, validateSchema: false }));
  ajv.addSchema(document, 'openapi.json');
  const checks = new Map(
    Object.keys(document.webhooks).map((event) => {
      const path = `webhooks/${event}/post/requestBody/content/application~1json/schema`;
      return [event, ajv.compile<Payload>({ $ref: `openapi.json#/${path}` })];
    }),
  );
  return (body: string): Payload => {
    const payload: Payload = JSON.parse(body);
    const check = checks.get(payload.event);
    if (!check?.(payload)) throw new Error(`not as documented: ${JSON.stringify(check?.errors)} ${body}`);
    return payload;
  };
})();
