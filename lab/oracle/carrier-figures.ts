import { byCarrier, type FederalMonth, textOf } from './federal-rows.ts';
import { type Iss, issBySize, issOf, scoreIss } from './iss.ts';
import { isOutOfService } from './out-of-service.ts';
import { type Crashes, crashesOf, crashRateOf, outOfServiceRates, type Rates } from './rates.ts';
import { factsOf, MINIMUM, type Scored, scoreMonth } from './sms-scores.ts';
import { BASICS, type Basic } from './sms-sums.ts';

/** The names of the BASICs in a profile. */
const NAMES: Record<Basic, string> = {
  UD: 'unsafe_driving',
  HOS: 'hours_of_service',
  DF: 'driver_fitness',
  CS: 'controlled_substances',
  VM: 'vehicle_maintenance',
  HM: 'hazmat_related',
  CI: 'crash_indicator',
};

export type BasicFigures = {
  score: number | null;
  /** With two decimals. */
  measure: number | null;
  is_escalate: boolean | null;
};

/** What a profile says about a carrier, named as in the profile. */
export type CarrierFigures = {
  dot_status: string;
  iss: Iss;
  basic_scores: Record<string, BasicFigures>;
  header: { measure: number; show_score: boolean };
  oos_scores: Rates;
  crashes: Crashes;
  /** Null if it is unknown. */
  recordable_crash_rate: number | null;
};

/** The figures of every carrier of a census, an inspection or a crash. */
export function carrierFigures(month: FederalMonth): Map<number, CarrierFigures> {
  const scored = scoreMonth(month);
  const iss = scoreIss(scored);
  const facts = factsOf(month);
  const rows = {
    sms: byCarrier(month.smsCensus, 'DOT_NUMBER'),
    company: byCarrier(month.companyCensus, 'DOT_NUMBER'),
    inspections: byCarrier(month.smsInspections, 'DOT_Number'),
    crashes: byCarrier(month.smsCrashes, 'DOT_Number'),
    crashFile: byCarrier(month.crashFile, 'DOT_NUMBER'),
    daily: byCarrier(month.dailyInspections, 'DOT_NUMBER'),
    orders: byCarrier(month.orders, 'DOT_NUMBER'),
  };
  const carriers = new Set([...rows.sms.keys(), ...rows.company.keys(), ...scored.keys()]);
  const figures = new Map<number, CarrierFigures>();
  for (const usdot of carriers) {
    const [sms, company] = [rows.sms.get(usdot)?.at(-1), rows.company.get(usdot)?.at(-1)];
    const isOut = isOutOfService(rows.orders.get(usdot) ?? [], month.today);
    const own = scored.get(usdot) ?? null;
    const crashes = crashesOf(
      rows.crashes.get(usdot) ?? [],
      rows.crashFile.get(usdot) ?? [],
      month.windowEnd,
    );
    figures.set(usdot, {
      dot_status: isOut
        ? 'OUT-OF-SERVICE'
        : statusOf(company && textOf(company, 'STATUS_CODE'), sms !== undefined),
      iss: isOut
        ? issOf(100, 'Safety')
        : (iss.get(usdot) ?? issOf(issBySize(facts(usdot)), 'Insufficient Data')),
      basic_scores: Object.fromEntries(BASICS.map((basic) => [NAMES[basic], basicFigures(own, basic)])),
      header: headerOf(own),
      oos_scores: outOfServiceRates(
        rows.inspections.get(usdot) ?? [],
        rows.daily.get(usdot) ?? [],
        month.windowEnd,
      ),
      crashes,
      recordable_crash_rate: crashRateOf(company, sms, crashes.last_year, month.windowEnd),
    });
  }
  return figures;
}

/** The SMS census lists active carriers only. */
function statusOf(code: string | undefined, isInSmsCensus: boolean): string {
  const known = code || (isInSmsCensus ? 'A' : '');
  return { A: 'ACTIVE', I: 'INACTIVE', P: 'PENDING' }[known] ?? '';
}

function isClean({ sums }: Scored, basic: Basic): boolean {
  const { relevant, events } = sums.basics[basic];
  if (basic === 'CI' || events > 0) return false;
  const minimum = MINIMUM[basic];
  return minimum === undefined ? sums.inspections > 0 : relevant >= minimum;
}

function basicFigures(scored: Scored | null, basic: Basic): BasicFigures {
  if (scored === null) return { score: null, measure: null, is_escalate: null };
  const measure = scored.measures[basic];
  const score = scored.percentiles[basic] ?? (isClean(scored, basic) ? 0 : null);
  const isAlert = scored.alerts.has(basic);
  return {
    score,
    measure: measure === null ? null : roundedMeasure(measure),
    is_escalate: score === null && measure === null && !isAlert ? null : isAlert,
  };
}

/** Two decimals, halves up. The small addition repairs a half that has no exact binary form. */
export function roundedMeasure(measure: number): number {
  return Math.floor(measure * 100 + 0.5 + 1e-6) / 100;
}

/** The measure of the BASIC with the highest rank; of one without a rank only if no ranked one is above 0. */
function headerOf(scored: Scored | null): CarrierFigures['header'] {
  if (scored === null) return { measure: 0, show_score: false };
  const above = BASICS.filter((basic) => (scored.measures[basic] ?? 0) > 0);
  const rankOf = (basic: Basic) => scored.percentiles[basic] ?? -1;
  const measureOf = (basic: Basic) => scored.measures[basic] ?? 0;
  const [first] = above.sort((a, b) => rankOf(b) - rankOf(a) || measureOf(b) - measureOf(a));
  return {
    measure: first === undefined ? 0 : roundedMeasure(measureOf(first)),
    show_score: BASICS.some((basic) => scored.percentiles[basic] !== null),
  };
}
