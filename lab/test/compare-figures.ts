import { runScores } from '../../server/src/domain/safety/run/run-scores.ts';
import { testApi } from '../../server/test/support/api.ts';
import { testImporter } from '../../server/test/support/federal/federal-files.ts';
import { type CarrierFigures, carrierFigures } from '../oracle/carrier-figures.ts';
import type { FederalMonth, FederalRow } from '../oracle/federal-rows.ts';

/** The datasets of a month, by the names that an import uses. */
function datasetsOf(month: FederalMonth): Record<string, FederalRow[]> {
  const { outputs } = month;
  const all = {
    'sms-census': month.smsCensus,
    'company-census': month.companyCensus,
    'sms-inspection': month.smsInspections,
    'sms-violation': month.smsViolations,
    'sms-crash': month.smsCrashes,
    'crash-file': month.crashFile,
    'vehicle-inspection': month.dailyInspections,
    'out-of-service-orders': month.orders,
    'sms-ab-property': outputs.abProperty,
    'sms-c-property': outputs.cProperty,
    'sms-ab-passenger': outputs.abPassenger,
    'sms-c-passenger': outputs.cPassenger,
  };
  return Object.fromEntries(Object.entries(all).filter(([, rows]) => rows.length > 0));
}

// biome-ignore lint/suspicious/noExplicitAny: the response is read as a customer would read it.
type Profile = any;

/** The figures that a profile shows, in the form of the oracle. */
function shownFigures({ oos, iss_basics, operating_status, crashes, sources }: Profile): CarrierFigures {
  const { national_avg: _driver, ...driver } = oos.oos_scores.driver;
  const { national_avg: _vehicle, ...vehicle } = oos.oos_scores.vehicle;
  const { national_avg: _hazmat, ...hazmat } = oos.oos_scores.hazmat;
  const { header } = iss_basics;
  const { major_crashes_count, most_severe_crashes_count } = crashes;
  return {
    dot_status: operating_status.dot_status.dot_status,
    iss: { score: oos.iss_score, status: header.status, recommendation: header.recommendation },
    basic_scores: oos.basic_scores,
    header: { measure: header.measure, show_score: header.show_score },
    oos_scores: { overall: oos.oos_scores.overall, driver, vehicle, hazmat },
    crashes: { ...oos.crash_information, major_crashes_count, most_severe_crashes_count },
    recordable_crash_rate: sources.crash_rate.recordable_crash_rate,
  };
}

/** The leaves of an object by their paths. */
function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, below]) => leavesOf(below, `${path}.${name}`));
}

type Comparison = { compared: number; differences: string[] };

/** Imports a month, scores it, reads the profile of every carrier and compares each figure with the oracle's. */
export async function compareFigures(month: FederalMonth): Promise<Comparison> {
  const clock = { now: () => new Date(`${month.today}T12:00:00Z`) };
  const api = await testApi({ clock });
  const importer = await testImporter(api.db, clock.now());
  await importer.datasets(datasetsOf(month), { asOf: month.smsDay });
  await runScores(api.db, { method: 'current' });
  const headers = await api.signIn(await api.customer(['external-api-carrier-iss-score']));
  const result: Comparison = { compared: 0, differences: [] };
  for (const [usdot, expected] of carrierFigures(month)) {
    const url = `/carrier/profile/fmcsa?usdot_number=${usdot}&sources=true`;
    const profile: Profile = (await api.app.inject({ url, headers })).json();
    // The month has no insurance files.
    const failed = Object.entries<{ type: string }>(profile.errors ?? {}).filter(
      ([, { type }]) => type !== 'NotLoadedError',
    );
    if (failed.length > 0) throw new Error(`${usdot}: ${JSON.stringify(failed)}`);
    const shown = new Map(leavesOf(shownFigures(profile)));
    const { last_year: _, ...crashes } = expected.crashes;
    for (const [path, value] of leavesOf({ ...expected, crashes })) {
      result.compared++;
      if (!Object.is(shown.get(path), value))
        result.differences.push(`${usdot}${path}: ${shown.get(path)} instead of ${value}`);
    }
  }
  return result;
}
