import { CarrierContacts, CarrierContactsRequest } from '../../../contract/brokers/carrier-contacts.ts';
import {
  ContactParams,
  ContactsQuery,
  CreateContact,
  CreateContacts,
  CreatedContacts,
  contactChangeProblems,
  DeleteContacts,
  DeletedContact,
  DeletedContacts,
  type NewContact,
  newContactProblems,
  OnboardedContact,
  OnboardedContacts,
  UpdateContact,
} from '../../../contract/brokers/contact.ts';
import { createValidator } from '../../../contract/validate.ts';
import { readCarrierContacts } from '../../../domain/carriers/contacts/carrier-contacts.ts';
import {
  type ContactRow,
  deleteContact,
  deleteContacts,
  insertContacts,
  pageContacts,
  updateContact,
} from '../../../domain/contacts/contact-store.ts';
import { AppError } from '../../../lib/errors.ts';
import { user } from '../../access.ts';
import { problemsText } from '../../error-forms.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Brokers');
const accessTo = (operation: 'create' | 'get' | 'update' | 'delete') =>
  user({ roles: ['admin', `external-api-${operation}-onboarded-carrier-contact`] });

const show = ({ id, name, phone, email }: ContactRow) => ({
  contact: { id, name: name ?? '', phone: phone ?? '', email: email ?? '' },
});
const errors = {
  403: 'The user lacks the permission, or the contact belongs to another customer.',
  404: 'There is no such contact.',
};
const validateContact = createValidator(CreateContact, 'body');

/** The valid contacts of a bulk request, and the problems of the others. */
function sortContacts(given: unknown[]) {
  const valid: NewContact[] = [];
  const failed: { index: number; error: string }[] = [];
  for (const [index, contact] of given.entries()) {
    const { value, problems } = validateContact(contact);
    const found = problems.length > 0 ? problems : newContactProblems(value as NewContact);
    if (found.length === 0) valid.push(value as NewContact);
    else failed.push({ index, error: problemsText(found) });
  }
  return { valid, failed };
}

export const contactRoutes: Route[] = [
  route('POST /carrier/contacts', {
    operationId: 'searchCarrierContacts',
    summary: 'Get the contacts of carriers',
    description:
      "Your organization's own contacts, what the carrier can be reached by, and the contact in the federal census as registered. Changes nothing.",
    access: user({
      roles: ['admin', 'external-api-carrier-contacts'],
      ...{ expired: 'forbidden', wrongToken: 'forbidden' },
    }),
    audit: { action: 'contact.search', kind: 'read', object: ['carrier', 'body.usdot_numbers'] },
    errorForm: 'code',
    body: CarrierContactsRequest,
    example: { usdot_numbers: '1234567,7654321' },
    success: { schema: CarrierContacts, description: 'The contacts of each carrier.' },
    errors: {
      401: 'The access token or the API key is missing, or the API key is wrong.',
      403: 'The access token is wrong or has expired, or the user lacks the permission.',
    },
    // Not from a replica: a contact that was just added is in the response.
    handler: ({ database }, { body, caller }) =>
      readCarrierContacts(database, caller.organization_id, body.usdot_numbers),
  }),
  route('POST /onboarded-carrier/contacts', {
    operationId: 'createOnboardedContact',
    summary: 'Add a contact at a carrier',
    description:
      'A contact needs a name, a phone number or an email address. Only your organization sees it.',
    access: accessTo('create'),
    audit: { action: 'contact.create', kind: 'change', object: ['carrier', 'body.usdot'] },
    errorForm: 'text',
    body: CreateContact,
    example: { usdot: '1234567', name: 'Night dispatch', phone: '806-555-0101' },
    isIdempotent: true,
    success: { schema: OnboardedContact, description: 'The contact.' },
    rules: (_services, { body }) => newContactProblems(body),
    handler: ({ database }, { body, caller, once }) =>
      once(database, async (db) => {
        const [contact] = await insertContacts(db, caller.organization_id, 'single', [body]);
        return show(contact as ContactRow);
      }),
  }),
  route('GET /onboarded-carrier/contacts', {
    operationId: 'listOnboardedContacts',
    summary: "List the organization's contacts at carriers, newest first",
    access: accessTo('get'),
    audit: { action: 'contact.list', kind: 'read' },
    errorForm: 'text',
    query: ContactsQuery,
    success: { schema: OnboardedContacts, description: 'A page of contacts.' },
    handler: async ({ database }, { query, caller }) => {
      const { rows, total } = await pageContacts(database, caller.organization_id, query);
      return {
        contacts: rows.map((contact) => ({
          contact_id: contact.id,
          dot_number: String(contact.usdot_number),
          customer_id: contact.organization_id,
          contact_name: contact.name ?? '',
          contact_email: contact.email ?? '',
          contact_phone: contact.phone ?? '',
          contact_source: contact.source,
        })),
        pagination: {
          page_size: query.page_size,
          current_page: query.page,
          total_pages: Math.ceil(total / query.page_size),
        },
      };
    },
  }),
  route('PATCH /onboarded-carrier/contacts/:contact_id', {
    operationId: 'updateOnboardedContact',
    summary: 'Change a contact',
    description:
      'Changes the supplied fields; null or an empty text clears one. `usdot` cannot be changed and is rejected.',
    access: accessTo('update'),
    audit: { action: 'contact.update', kind: 'change', object: ['contact', 'params.contact_id'] },
    errorForm: 'text',
    params: ContactParams,
    body: UpdateContact,
    example: { phone: '806-555-0102' },
    success: { schema: OnboardedContact, description: 'The changed contact.' },
    errors,
    rules: (_services, { body }) => contactChangeProblems(body),
    handler: async ({ database }, { params, body, caller }) =>
      show(await updateContact(database, caller.organization_id, params.contact_id, body)),
  }),
  route('DELETE /onboarded-carrier/contacts/:contact_id', {
    operationId: 'deleteOnboardedContact',
    summary: 'Delete a contact',
    access: accessTo('delete'),
    audit: { action: 'contact.delete', kind: 'change', object: ['contact', 'params.contact_id'] },
    errorForm: 'text',
    params: ContactParams,
    success: { schema: DeletedContact, description: 'The contact was deleted.' },
    errors,
    handler: async ({ database }, { params: { contact_id: id }, caller }) => {
      await deleteContact(database, caller.organization_id, id);
      return { contact: { id, deleted: true } };
    },
  }),
  route('POST /onboarded-carrier/bulk/contacts', {
    operationId: 'createOnboardedContacts',
    summary: 'Add several contacts at carriers',
    description:
      'Stores the valid ones together, and reports the others with their position. If none is valid, or a quota is reached, nothing is stored.',
    access: accessTo('create'),
    audit: { action: 'contact.create-bulk', kind: 'change' },
    errorForm: 'text',
    body: CreateContacts,
    example: { contacts: [{ usdot: '1234567', name: 'Night dispatch', phone: '806-555-0101' }] },
    isIdempotent: true,
    success: { schema: CreatedContacts, description: 'Those that were stored, and those that were not.' },
    handler: ({ database }, { body, caller, once }) => {
      const { valid, failed } = sortContacts(body.contacts);
      if (valid.length === 0) {
        const problems = failed.map(({ index, error }) => `contacts.${index}: ${error}`);
        throw new AppError('invalid', `No contact is valid. ${problems.slice(0, 50).join('; ')}`);
      }
      return once(database, async (db) => {
        const created = await insertContacts(db, caller.organization_id, 'bulk', valid);
        return {
          created_contacts: created.map(({ id, usdot_number, name }) => ({
            ...{ id, usdot: String(usdot_number), name: name ?? '' },
          })),
          failed_contacts: failed,
        };
      });
    },
  }),
  route('DELETE /onboarded-carrier/bulk/contacts', {
    operationId: 'deleteOnboardedContacts',
    summary: 'Delete several contacts',
    description: 'Deletes all of them, or none if one does not exist or belongs to another customer.',
    access: accessTo('delete'),
    audit: { action: 'contact.delete-bulk', kind: 'change' },
    errorForm: 'text',
    body: DeleteContacts,
    example: { contact_ids: ['6f2c0000-0000-4000-8000-000000000004'] },
    success: { schema: DeletedContacts, description: 'All of the contacts were deleted.' },
    errors: { 404: 'One or more contacts do not exist or are not yours. None was deleted.' },
    handler: async ({ database }, { body, caller }) => {
      const ids = [...new Set(body.contact_ids.map((id) => id.toLowerCase()))];
      await deleteContacts(database, caller.organization_id, ids);
      return { contacts: ids.map((id) => ({ id, deleted: true })) };
    },
  }),
];
