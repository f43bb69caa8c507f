import { column, type Dataset, type FileColumn, required } from '../dataset.ts';
import { flag } from '../values/flag.ts';
import { count, decimal, percent, requiredUsdot } from '../values/number.ts';
import { text } from '../values/text.ts';

/** Header prefix and column prefix of each BASIC. */
const basics = [
  ['UNSAFE_DRIV', 'unsafe_driving'],
  ['HOS_DRIV', 'hours_of_service'],
  ['DRIV_FIT', 'driver_fitness'],
  ['CONTR_SUBST', 'controlled_substances'],
  ['VEH_MAINT', 'vehicle_maintenance'],
] as const;

const totals = [
  required('DOT_NUMBER', 'usdot_number', requiredUsdot),
  required('INSP_TOTAL', 'insp_total', count),
  required('DRIVER_INSP_TOTAL', 'driver_insp_total', count),
  required('DRIVER_OOS_INSP_TOTAL', 'driver_oos_insp_total', count),
  required('VEHICLE_INSP_TOTAL', 'vehicle_insp_total', count),
  required('VEHICLE_OOS_INSP_TOTAL', 'vehicle_oos_insp_total', count),
];

/** `_AC`: an investigation found an acute or critical violation. It is not the percentile alert. */
const propertyColumns: FileColumn[] = basics.flatMap(([header, name]) => [
  required(`${header}_INSP_W_VIOL`, `${name}_insp_w_viol`, count),
  required(`${header}_MEASURE`, `${name}_measure`, decimal),
  required(`${header}_AC`, `${name}_ac`, flag),
]);

/** The percentile cell has a number or a sentence that explains why there is none. Both are stored. */
const passengerColumns: FileColumn[] = basics.flatMap(([header, name]) => [
  required(`${header}_INSP_W_VIOL`, `${name}_insp_w_viol`, count),
  required(`${header}_MEASURE`, `${name}_measure`, decimal),
  {
    header: `${header}_PCT`,
    aliases: [],
    required: true,
    into: [
      { name: `${name}_percentile`, value: percent },
      { name: `${name}_percentile_text`, value: text },
    ],
  },
  required(`${header}_RD_ALERT`, `${name}_roadside_alert`, flag),
  required(`${header}_AC`, `${name}_ac`, flag),
  column(`${header}_BASIC_ALERT`, `${name}_basic_alert`, flag),
]);

/** Interstate carriers, and intrastate carriers of hazardous materials. */
export const smsAbProperty: Dataset = {
  name: 'sms-ab-property',
  title: 'SMS AB PassProperty',
  portalId: '4y6x-dmck',
  table: 'sms_ab_property',
  columns: [...totals, ...propertyColumns],
  fileName: /4y6x-dmck|(^|[^a-z])ab([^a-z]|_?pass)/i,
};

/** Intrastate carriers without hazardous materials. */
export const smsCProperty: Dataset = {
  name: 'sms-c-property',
  title: 'SMS C PassProperty',
  portalId: 'h9zy-gjn8',
  table: 'sms_c_property',
  columns: [...totals, ...propertyColumns],
  fileName: /h9zy-gjn8|(^|[^a-z])c([^a-z]|_?pass)/i,
};

/** Passenger carriers of the AB population. Their percentiles are public. */
export const smsAbPassenger: Dataset = {
  name: 'sms-ab-passenger',
  title: 'SMS AB Pass',
  portalId: 'm3ry-qcip',
  table: 'sms_ab_passenger',
  columns: [...totals, ...passengerColumns],
  fileName: /m3ry-qcip|(^|[^a-z])ab([^a-z]|_?pass)/i,
};

/** Passenger carriers of the C population. Their percentiles are public. */
export const smsCPassenger: Dataset = {
  name: 'sms-c-passenger',
  title: 'SMS C Pass',
  portalId: 'h3zn-uid9',
  table: 'sms_c_passenger',
  columns: [...totals, ...passengerColumns],
  fileName: /h3zn-uid9|(^|[^a-z])c([^a-z]|_?pass)/i,
};
