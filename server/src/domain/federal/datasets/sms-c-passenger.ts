import { passengerOutput } from './sms-outputs.ts';

/** Intrastate passenger carriers; their percentiles are public. */
export const smsCPassenger: ReturnType<typeof passengerOutput> = passengerOutput({
  name: 'sms-c-passenger',
  title: 'SMS C Pass',
  portalId: 'h3zn-uid9',
  table: 'sms_c_passenger',
  fileName: /h3zn-uid9|(^|[^a-z])c([^a-z]|_?pass)/i,
});
