import type { ReferenceOperation } from './operations.ts';
import { byCarrier, flag, listOf, object, text, textOrNull, uuid, whole, words } from './shapes.ts';

const role = (operation: string) => `external-api-${operation}-onboarded-carrier-contact`;
const contact = object({ contact: object({ id: uuid, name: text, phone: text, email: text }) });
const deleted = object({ id: uuid, deleted: flag });

export const contactOperations: ReferenceOperation[] = [
  {
    endpoint: 'POST /carrier/contacts',
    permission: 'external-api-carrier-contacts',
    body: ['usdot_numbers!'],
    success: {
      status: 200,
      shape: object({
        data: byCarrier(
          object({
            has_dispatch: words('Yes', 'No'),
            onboarded_contacts: listOf(object({ name: text, phone: text, email: text })),
            dispatch_contact: listOf(object({ phone: text, email: text })),
            fmcsa_contact: object({ name: textOrNull, phone: textOrNull, email: textOrNull }),
          }),
        ),
      }),
    },
    errors: [400, 401, 403, 500],
    errorForm: 'code',
  },
  {
    endpoint: 'POST /onboarded-carrier/contacts',
    permission: role('create'),
    body: ['usdot!', 'name', 'phone', 'email'],
    success: { status: 200, shape: contact },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'GET /onboarded-carrier/contacts',
    permission: role('get'),
    query: {
      page: { minimum: 1, default: 1 },
      page_size: { minimum: 1, maximum: 200, default: 50 },
      usdot_number: {},
    },
    success: {
      status: 200,
      shape: object({
        contacts: listOf(
          object({
            contact_id: uuid,
            dot_number: text,
            customer_id: whole,
            contact_name: text,
            contact_email: text,
            contact_phone: text,
            contact_source: text,
          }),
        ),
        pagination: object({ page_size: whole, current_page: whole, total_pages: whole }),
      }),
    },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'PATCH /onboarded-carrier/contacts/{contact_id}',
    permission: role('update'),
    body: ['name', 'email', 'phone'],
    success: { status: 200, shape: contact },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'DELETE /onboarded-carrier/contacts/{contact_id}',
    permission: role('delete'),
    success: { status: 200, shape: object({ contact: deleted }) },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'POST /onboarded-carrier/bulk/contacts',
    permission: role('create'),
    body: ['contacts!'],
    success: {
      status: 200,
      shape: object({
        created_contacts: listOf(object({ id: uuid, usdot: text, name: text })),
        failed_contacts: listOf(object({ index: whole, error: text })),
      }),
    },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'DELETE /onboarded-carrier/bulk/contacts',
    permission: role('delete'),
    body: ['contact_ids!'],
    success: { status: 200, shape: object({ contacts: listOf(deleted) }) },
    errors: [400, 401, 403, 404, 500],
    errorForm: 'text',
  },
];
