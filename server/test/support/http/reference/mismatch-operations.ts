import type { ReferenceOperation } from './operations.ts';
import { flag, listOf, object, text, time, uuid, whole } from './shapes.ts';

const permission = 'external-api-mismatch-observations';
const item = object(
  {
    id: uuid,
    alert_name: text,
    usdot: text,
    mc: text,
    logos: listOf(text),
    is_disabled: flag,
    created_at: time,
    last_run_at: time,
  },
  ['alert_name', 'logos', 'created_at', 'last_run_at'],
);

export const mismatchOperations: ReferenceOperation[] = [
  {
    endpoint: 'POST /mismatch-observations',
    permission,
    body: ['usdots', 'mcs', 'pairs', 'logos', 'alert_name'],
    success: { status: 201, shape: object({ message: text, data: object({ created: whole }) }) },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'GET /mismatch-observations',
    permission,
    query: {
      page: { minimum: 1, default: 1 },
      page_size: { minimum: 1, maximum: 500, default: 50 },
    },
    success: {
      status: 200,
      shape: object({
        mismatch_observations: listOf(item),
        page: whole,
        page_size: whole,
        total: whole,
      }),
    },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'PATCH /mismatch-observations/{observation_id}',
    permission,
    body: ['usdot', 'mc', 'logos', 'alert_name', 'is_disabled'],
    success: { status: 200, shape: item },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'DELETE /mismatch-observations/{observation_id}',
    permission,
    success: { status: 204, shape: {} },
    errors: [401, 403, 404, 500],
    errorForm: 'text',
  },
];
