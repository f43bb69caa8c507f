import { passengerOutput } from './sms-outputs.ts';

/** Passenger carriers, interstate and intrastate with hazardous materials; their percentiles are public. */
export const smsAbPassenger: ReturnType<typeof passengerOutput> = passengerOutput({
  name: 'sms-ab-passenger',
  title: 'SMS AB Pass',
  portalId: 'm3ry-qcip',
  table: 'sms_ab_passenger',
  fileName: /m3ry-qcip|(^|[^a-z])ab([^a-z]|_?pass)/i,
});
