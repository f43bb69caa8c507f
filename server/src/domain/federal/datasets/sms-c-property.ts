import { propertyOutput } from './sms-outputs.ts';

/** Intrastate carriers without hazardous materials. */
export const smsCProperty: ReturnType<typeof propertyOutput> = propertyOutput({
  name: 'sms-c-property',
  title: 'SMS C PassProperty',
  portalId: 'h9zy-gjn8',
  table: 'sms_c_property',
  fileName: /h9zy-gjn8|(^|[^a-z])c([^a-z]|_?pass)/i,
});
