import { column, type Dataset, type FileColumn, required } from '../dataset.ts';
import { flag } from '../values/flag.ts';
import { count, decimal, ownUsdot, percent } from '../values/number.ts';
import { text } from '../values/text.ts';

/** The file's word for each BASIC, and ours. */
const basics = [
  ['UNSAFE_DRIV', 'unsafe_driving'],
  ['HOS_DRIV', 'hours_of_service'],
  ['DRIV_FIT', 'driver_fitness'],
  ['CONTR_SUBST', 'controlled_substances'],
  ['VEH_MAINT', 'vehicle_maintenance'],
] as const;

const totals = [
  required('DOT_NUMBER', 'usdot_number', ownUsdot),
  required('INSP_TOTAL', 'insp_total', count),
  required('DRIVER_INSP_TOTAL', 'driver_insp_total', count),
  required('DRIVER_OOS_INSP_TOTAL', 'driver_oos_insp_total', count),
  required('VEHICLE_INSP_TOTAL', 'vehicle_insp_total', count),
  required('VEHICLE_OOS_INSP_TOTAL', 'vehicle_oos_insp_total', count),
];

/** `_AC`: acute or critical violation found in an investigation. It is not the percentile's alert. */
function propertyColumns(): FileColumn[] {
  return basics.flatMap(([file, ours]) => [
    required(`${file}_INSP_W_VIOL`, `${ours}_insp_w_viol`, count),
    required(`${file}_MEASURE`, `${ours}_measure`, decimal),
    required(`${file}_AC`, `${ours}_ac`, flag),
  ]);
}

/** A percentile is a number, or a sentence that says why there is none: both are kept. */
function passengerColumns(): FileColumn[] {
  return basics.flatMap(([file, ours]) => [
    required(`${file}_INSP_W_VIOL`, `${ours}_insp_w_viol`, count),
    required(`${file}_MEASURE`, `${ours}_measure`, decimal),
    {
      header: `${file}_PCT`,
      aliases: [],
      required: true,
      into: [
        { name: `${ours}_percentile`, value: percent },
        { name: `${ours}_percentile_text`, value: text },
      ],
    },
    required(`${file}_RD_ALERT`, `${ours}_roadside_alert`, flag),
    required(`${file}_AC`, `${ours}_ac`, flag),
    column(`${file}_BASIC_ALERT`, `${ours}_basic_alert`, flag),
  ]);
}

type Population = Pick<Dataset, 'name' | 'title' | 'portalId' | 'table' | 'fileName'>;

export function propertyOutput(population: Population): Dataset {
  return { ...population, columns: [...totals, ...propertyColumns()] };
}

export function passengerOutput(population: Population): Dataset {
  return { ...population, columns: [...totals, ...passengerColumns()] };
}
