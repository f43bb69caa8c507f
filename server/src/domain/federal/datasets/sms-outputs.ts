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

/** `ab`: interstate carriers, and intrastate carriers of hazardous materials. `c`: the other intrastate carriers. */
function output(population: 'ab' | 'c', carries: 'property' | 'passenger', portalId: string): Dataset {
  const title = carries === 'property' ? 'PassProperty' : 'Pass';
  return {
    name: `sms-${population}-${carries}`,
    title: `SMS ${population.toUpperCase()} ${title}`,
    portalId,
    table: `sms_${population}_${carries}`,
    columns: [...totals, ...(carries === 'property' ? propertyColumns : passengerColumns)],
    fileName: new RegExp(`${portalId}|(^|[^a-z])${population}([^a-z]|_?pass)`, 'i'),
  };
}

export const smsAbProperty = output('ab', 'property', '4y6x-dmck');
export const smsCProperty = output('c', 'property', 'h9zy-gjn8');
/** The percentiles of passenger carriers are public. */
export const smsAbPassenger = output('ab', 'passenger', 'm3ry-qcip');
export const smsCPassenger = output('c', 'passenger', 'h3zn-uid9');
