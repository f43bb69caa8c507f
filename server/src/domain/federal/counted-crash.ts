/** Whether a row of the daily crash file is of a motor carrier, as in the view carrier_crashes. The status X says that it is not. */
export const isCountedCrash = (crash: string) => `upper(${crash}.ci_status_code) is distinct from 'X'`;
