import Type from 'typebox';
import { ALERT_TYPES, type Alert as AlertRecord, CHANNELS } from '../../../domain/alerts/alert.ts';
import * as schemas from '../../schemas.ts';

const text = (description: string) => Type.String({ description, maxLength: 200 });
const nullableText = (description: string) => schemas.nullable(text(description));
const flag = (description: string) => Type.Boolean({ description });
const day = (description: string) => schemas.nullable(Type.String({ format: 'date', description }));
const count = (description: string, maximum: number) =>
  schemas.nullable(Type.Integer({ minimum: 1, maximum, description }));

const TRAILER = 'true = exact match; false = contains.';
const DEEP = 'true = a whole token or phrase; false = contains.';

/** As requests carry them: null or empty text is no criterion. */
export const criteria = {
  usdot_number: nullableText('USDOT number.'),
  mc_number: nullableText('MC number.'),
  license_plate: nullableText('Plate number.'),
  vin: schemas.nullable(
    Type.String({ description: 'The last 6 letters or digits of the VIN.', maxLength: 6 }),
  ),
  cab_number: nullableText('Cab number.'),
  equipment_type: nullableText('Equipment type, e.g. reefer or dry van.'),
  trailer_logo: nullableText('One of GET /logos.'),
  trailer_number: nullableText('Trailer number.'),
  exact_match_trailer_number: flag(TRAILER),
  deep_search: nullableText('Looked for in every text read on the truck and every recorded field.'),
  exact_match_deep_search: flag(DEEP),
  tolerance: flag('Takes 0/O, 1/I/L, 5/S, 8/B and 2/Z for equal in plate, cab and trailer number.'),
};
export const places = {
  location_state: nullableText('Name or two letters of the state of the sighting.'),
  location_city: nullableText('City of the sighting.'),
};
export const timing = {
  cooldown_minutes: count('The shortest time between two firings.', 10_080),
  daily_cap: count('Most firings on one calendar day; what is held back goes into the next one.', 96),
};
export const settings = {
  cc_emails: Type.Array(Type.String({ format: 'email' }), { maxItems: 50 }),
  alert_type: Type.String({ enum: [...ALERT_TYPES], description: '`normal` daily, `hot` every 15 minutes.' }),
  disabled: flag('true = inactive.'),
  alert_name: Type.String({ minLength: 1, maxLength: 200 }),
  notification_channels: Type.Array(Type.String({ enum: [...CHANNELS] })),
};

const { tolerance, ...documented } = criteria;

/** What the interface's own table names. */
const contract = {
  id: Type.Integer(),
  email: Type.String(),
  ...settings,
  ...documented,
  usdot_number: Type.String({ description: 'Empty when it is no criterion.' }),
  mc_number: Type.String({ description: 'Empty when it is no criterion.' }),
  ...places,
};
const beyond = {
  tolerance,
  start_date: day('First day, in the time zone of the organization.'),
  end_date: day('Last day, in the time zone of the organization.'),
  ...timing,
  created_at: Type.String({ format: 'date-time' }),
};

export const Alert = Type.Object({ ...contract, ...beyond }, { additionalProperties: false });
/** Clients written for the table alone meet nothing else; who asks for more is told what became of it. */
export const CreatedAlert = Type.Object(
  { ...contract, ...Type.Partial(Type.Object(beyond)).properties },
  { additionalProperties: false },
);

export const dates = {
  start_date: day('First day on which a sighting counts.'),
  end_date: day('Last day on which a sighting counts.'),
};

export const AlertParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

export function showAlert({ organization_id: _, user_id: __, created_at, ...alert }: AlertRecord) {
  return { ...alert, created_at: created_at.toISOString() };
}

export function showCreated(alert: AlertRecord, body: unknown) {
  const shown = Object.entries(showAlert(alert));
  const asked = Object.keys(body as object);
  return Object.fromEntries(shown.filter(([name]) => !(name in beyond) || asked.includes(name)));
}
