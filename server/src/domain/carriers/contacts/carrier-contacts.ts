import type { CarrierContacts } from '../../../contract/brokers/carrier-contacts.ts';
import { type Db, statement } from '../../../db/database.ts';
import { isEmail } from '../../../lib/email.ts';
import { contactsOf } from '../../contacts/contact-store.ts';

type Registered = Record<'name' | 'phone' | 'cell_phone' | 'email', string | null> & {
  usdot_number: number;
  is_active: boolean;
};

/** The daily census, else the monthly SMS census, which lists only carriers that FMCSA considers active. */
const registered = statement(
  'carriers.registered-contacts',
  `select n.usdot_number, d.company_officer_1 as name, d.cell_phone,
     case when d.usdot_number is null then m.telephone else d.phone end as phone,
     case when d.usdot_number is null then m.email_address else d.email_address end as email,
     coalesce(d.status_code = 'A', true) as is_active
   from unnest($1::integer[]) as n (usdot_number)
   left join company_census d using (usdot_number)
   left join sms_census m using (usdot_number)
   where d.usdot_number is not null or m.usdot_number is not null`,
);

/** The contacts of each carrier, in the order of the numbers. A carrier that nobody knows has none. */
export async function readCarrierContacts(
  db: Db,
  organizationId: number,
  usdotNumbers: number[],
): Promise<CarrierContacts> {
  const [own, rows] = await Promise.all([
    contactsOf(db, organizationId, usdotNumbers),
    db.rows<Registered>(registered, [usdotNumbers]),
  ]);
  const contacts = usdotNumbers.map((usdotNumber) => {
    const row = rows.find(({ usdot_number }) => usdot_number === usdotNumber);
    const dispatch = row?.is_active ? dispatchContacts(row) : [];
    return [
      String(usdotNumber),
      {
        has_dispatch: dispatch.length > 0 ? ('Yes' as const) : ('No' as const),
        onboarded_contacts: own
          .filter(({ usdot_number }) => usdot_number === usdotNumber)
          .map(({ name, phone, email }) => ({ name: name ?? '', phone: phone ?? '', email: email ?? '' })),
        dispatch_contact: dispatch,
        fmcsa_contact: {
          name: row?.name ?? null,
          phone: row?.phone ?? null,
          email: row?.email ?? null,
        },
      },
    ] as const;
  });
  return { data: Object.fromEntries(contacts) };
}

/** What an active carrier registered and can be called or written to: the n-th number beside the n-th address. */
function dispatchContacts({ phone, cell_phone, email }: Registered): { phone: string; email: string }[] {
  const phones = distinct([phone, cell_phone].flatMap((value) => phoneDigits(value) ?? []));
  const emails = distinct(
    (email ?? '')
      .split(/[;,\s]+/)
      .map((part) => part.toLowerCase())
      .filter((part) => part !== '' && isEmail(part)),
  );
  return Array.from({ length: Math.max(phones.length, emails.length) }, (_, n) => ({
    phone: phones[n] ?? '',
    email: emails[n] ?? '',
  }));
}

/** Ten digits of the North American plan. Null for other text, such as the zeros that stand for no number. */
function phoneDigits(value: string | null): string | null {
  const digits = (value ?? '').replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? digits : null;
}

const distinct = (values: string[]) => [...new Set(values)];
