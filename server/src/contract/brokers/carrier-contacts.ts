import Type, { type Static } from 'typebox';
import { closed, converted, named, nullable, oneOf } from '../schema.ts';

export const CarrierContactsRequest = Type.Object(
  {
    usdot_numbers: converted<number[]>('contact-usdots', {
      minLength: 1,
      maxLength: 2_000,
      description: 'One USDOT number, or up to 50 separated by commas.',
      examples: ['1234567,7654321'],
    }),
  },
  { $id: 'CarrierContactsRequest' },
);

const asRegistered = nullable(Type.String());

export const CarrierContacts = named('CarrierContacts', {
  data: Type.Record(
    Type.String(),
    closed({
      has_dispatch: oneOf(['Yes', 'No']),
      onboarded_contacts: Type.Array(
        closed({ name: Type.String(), phone: Type.String(), email: Type.String() }),
        { description: "Your organization's own contacts, oldest first." },
      ),
      dispatch_contact: Type.Array(closed({ phone: Type.String(), email: Type.String() }), {
        description:
          'Telephone numbers (10 digits) and email addresses that an active carrier registered. Nothing tells which desk answers.',
      }),
      fmcsa_contact: closed({
        name: nullable(Type.String({ description: 'The first officer.' })),
        phone: asRegistered,
        email: asRegistered,
      }),
    }),
    { description: 'By USDOT number. A carrier that nobody knows has no contacts.' },
  ),
});
export type CarrierContacts = Static<typeof CarrierContacts>;
