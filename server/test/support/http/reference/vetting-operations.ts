import type { ReferenceOperation } from './operations.ts';
import { count, flag, listOf, object, oneShape, type Shape, text, uuid, words } from './shapes.ts';

/** `incomplete` is ours: a rule that a missing file leaves open is one to review. */
const rule = object(
  {
    rule_result_description: text,
    status: words('PASS', 'REVIEW', 'FAIL'),
    category: text,
    rule_order: text,
    incomplete: flag,
  },
  ['rule_order', 'incomplete'],
);
const total = object({ total: count });
const checked = { rules: listOf(rule), rule_status: object({ pass: total, fail: total, review: total }) };
const values: Shape = {
  type: 'object',
  additionalProperties: { type: ['boolean', 'number', 'object', 'string'] },
};

export const vettingOperations: ReferenceOperation[] = [
  {
    endpoint: 'GET /compliance-rules',
    permission: 'external-api-compliance-rules',
    query: { usdot_number: {}, usdot_numbers: {} },
    success: {
      status: 200,
      shape: oneShape(
        object(checked),
        object({
          results: listOf(
            oneShape(
              object({ usdot_number: text, found: { const: true }, ...checked }),
              object({ usdot_number: text, found: { const: false } }),
            ),
          ),
        }),
      ),
    },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'text',
    notFound: 'message',
  },
  {
    endpoint: 'GET /customer-compliance-rules',
    permission: 'external-api-compliance-rules',
    success: {
      status: 200,
      shape: object({
        rules: listOf(
          object({
            id: uuid,
            rule_name: text,
            status: words('enabled', 'disabled'),
            param_values: values,
          }),
        ),
      }),
    },
    errors: [401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'PATCH /customer-compliance-rules/{customer_rule_id}',
    permission: 'external-api-update-compliance-rules',
    body: ['status', 'param_values'],
    success: { status: 200, shape: object({ status_code: text, message: text }) },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'text',
    notFound: 'message',
  },
];
