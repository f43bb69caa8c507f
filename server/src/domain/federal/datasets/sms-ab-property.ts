import { propertyOutput } from './sms-outputs.ts';

/** Interstate carriers and intrastate carriers of hazardous materials. */
export const smsAbProperty: ReturnType<typeof propertyOutput> = propertyOutput({
  name: 'sms-ab-property',
  title: 'SMS AB PassProperty',
  portalId: '4y6x-dmck',
  table: 'sms_ab_property',
  fileName: /4y6x-dmck|(^|[^a-z])ab([^a-z]|_?pass)/i,
});
