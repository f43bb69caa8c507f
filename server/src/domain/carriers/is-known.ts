import { type Db, statement } from '../../db/database.ts';

const TABLES = [
  ...['company_census', 'sms_census', 'motus_carriers', 'legacy_carriers', 'carrier_snapshots'],
  ...['sms_inspections', 'inspections', 'sms_crashes', 'crashes', 'out_of_service_orders'],
  ...['sms_ab_property', 'sms_c_property', 'sms_ab_passenger', 'sms_c_passenger'],
  ...['motus_insurance', 'legacy_active_insurance', 'motus_authority_history', 'legacy_authority_history'],
];

/** One probe of a primary key after the other, until one finds it; the census knows almost all. */
const known = statement(
  'carriers.is-known',
  `select ${TABLES.map((table) => `exists (select from ${table} where usdot_number = $1)`).join(' or ')} as known`,
);

/** Whether any federal register or record names this carrier. */
export async function isKnown(db: Db, usdotNumber: number): Promise<boolean> {
  return (await db.row<{ known: boolean }>(known, [usdotNumber]))?.known ?? false;
}
