import Type, { type Static } from 'typebox';
import type { Problem } from '../problem.ts';
import { closed, converted, MAX_FORMATTED_LENGTH, named, nullable, text, Uuid } from '../schema.ts';

/** Most contacts of one bulk request. */
export const MAX_BULK_CONTACTS = 500;

const name = Type.Optional(nullable(text({ description: 'Name of the person or the desk.' })));
const phone = Type.Optional(nullable(text({ maxLength: 50 })));
const email = Type.Optional(
  nullable(Type.String({ format: 'email', maxLength: MAX_FORMATTED_LENGTH, trim: true })),
);

const newContact = {
  usdot: converted<number>('contact-usdot', {
    minLength: 1,
    maxLength: 9,
    trim: true,
    description: '1 to 9 digits, greater than 0.',
    examples: ['1234567'],
  }),
  name,
  phone,
  email,
};
export const CreateContact = Type.Object(newContact, { $id: 'CreateContact' });
export type NewContact = Static<typeof CreateContact>;

export const UpdateContact = named('UpdateContact', { name, phone, email });
export type ContactChange = Static<typeof UpdateContact>;

export const CreateContacts = Type.Object(
  {
    contacts: Type.Array(CreateContact, {
      minItems: 1,
      maxItems: MAX_BULK_CONTACTS,
      checksNoItems: true,
      description: 'Each is checked by itself: those that are valid are stored.',
    }),
  },
  { $id: 'CreateContacts' },
);
export const DeleteContacts = Type.Object(
  { contact_ids: Type.Array(Uuid, { minItems: 1, maxItems: MAX_BULK_CONTACTS }) },
  { $id: 'DeleteContacts' },
);
export const ContactParams = Type.Object({ contact_id: Uuid });

export const ContactsQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  usdot_number: Type.Optional(
    converted<number[]>('contact-usdots', {
      maxLength: 2_000,
      description: 'Only contacts at this carrier, or at these: up to 50 USDOT numbers separated by commas.',
    }),
  ),
});

/** Values that are not known are empty. */
const shown = { id: Uuid, name: Type.String(), phone: Type.String(), email: Type.String() };
export const OnboardedContact = named('OnboardedContact', { contact: closed(shown) });
const deleted = { id: Uuid, deleted: Type.Boolean() };
export const DeletedContact = named('DeletedContact', { contact: closed(deleted) });
export const DeletedContacts = named('DeletedContacts', { contacts: Type.Array(closed(deleted)) });

export const CreatedContacts = named('CreatedContacts', {
  created_contacts: Type.Array(closed({ id: Uuid, usdot: Type.String(), name: Type.String() })),
  failed_contacts: Type.Array(
    closed({
      index: Type.Integer({ description: 'Position in the request, from 0.' }),
      error: Type.String({ description: 'Every problem of this contact.' }),
    }),
  ),
});

export const OnboardedContacts = named('OnboardedContacts', {
  contacts: Type.Array(
    closed({
      contact_id: Uuid,
      dot_number: Type.String(),
      customer_id: Type.Integer(),
      contact_name: Type.String(),
      contact_email: Type.String(),
      contact_phone: Type.String(),
      contact_source: Type.String({ description: '`single` or `bulk`: the operation that stored it.' }),
    }),
  ),
  pagination: closed({
    page_size: Type.Integer(),
    current_page: Type.Integer(),
    total_pages: Type.Integer(),
  }),
});

const problem = (msg: string): Problem => ({ type: 'value_error', loc: ['body', 'name'], msg, input: null });

/** A contact has a name, a phone number or an email address. */
export function newContactProblems({ name, phone, email }: Partial<NewContact>): Problem[] {
  return name || phone || email ? [] : [problem('A name, a phone number or an email address is required')];
}

export function contactChangeProblems(change: ContactChange): Problem[] {
  return Object.keys(change).length > 0 ? [] : [problem('At least one of name, phone and email is required')];
}
