import type { WatchFacts } from '../../../contract/brokers/watchlist.ts';
import { statement } from '../../../db/database.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import { CRASH_FILES } from '../../carriers/records/loaded-files.ts';
import { findSignals } from '../../carriers/signals/read-signals.ts';
import { isOfRegisters } from '../../carriers/signals/signal-files.ts';
import { type SignalName, signalRules } from '../../carriers/signals/signal-rules.ts';
import { scoreReader } from '../../safety/read-scores.ts';
import { type Change, filesOf, kind, under } from './kind.ts';

type Scores = { source: string; percentiles: Record<string, { percentile: number; threshold: number }> };
type StoredScores = { source: string; percentiles: Record<string, number>; over: string[] };
const CONCURRENT_SCORES = 16;

/** A score without a percentile is below every threshold: the carrier has too few inspections to be ranked. */
export const score = kind<Scores, StoredScores>({
  async read({ db, today }, usdotNumbers) {
    const read = await scoreReader(db, { today });
    const found = await mapConcurrent(CONCURRENT_SCORES, usdotNumbers, async (one) => {
      const { run, published_on, basics, unknown } = await read(one);
      const day = run?.run_date ?? published_on;
      if (day === null) return [];
      const percentiles: Scores['percentiles'] = {};
      for (const { basic, percentile, threshold } of basics)
        if (percentile !== null && !(basic in unknown)) percentiles[basic] = { percentile, threshold };
      const value = { source: run === null ? 'published' : 'run', percentiles };
      return [[one, { files: { scores: day }, value }] as const];
    });
    return new Map(found.flat());
  },
  compare(before, now) {
    const names = Object.keys(now.percentiles);
    const isOver = (name: string) =>
      (now.percentiles[name]?.percentile ?? 0) >= (now.percentiles[name]?.threshold ?? 101);
    const over = names.filter(isOver);
    const kept = {
      source: now.source,
      percentiles: Object.fromEntries(names.map((name) => [name, now.percentiles[name]?.percentile ?? 0])),
      over,
    };
    // Our own percentiles and the published ones differ a little.
    if (before === null || before.source !== now.source) return { changes: [], kept };
    const reached = over.filter((name) => !before.over.includes(name));
    const changes = reached.map((name): Change => {
      const { percentile = null, threshold = null } = now.percentiles[name] ?? {};
      return {
        before: { category: name, percentile: before.percentiles[name] ?? null, threshold },
        after: { category: name, percentile, threshold },
      };
    });
    return { changes, kept };
  },
});

type Crash = {
  usdot_number: number;
  report: string;
  report_date: string | null;
  location: string;
  state: string;
  fatalities: number;
  injuries: number;
};
/** Vehicles of one carrier in the same crash are rows of one report. */
const crashes = statement(
  'watchlists.crashes',
  `select usdot_number, report_state || ' ' || report_number as report, max(report_date) as report_date,
     max(location) as location, max(state) as state, max(fatalities) as fatalities, max(injuries) as injuries
   from carrier_crashes where usdot_number = any($1::integer[]) group by 1, 2`,
);
/** Federal files have crashes of the last two years. Reports are forgotten later, so that none is told twice. */
const KEPT_DAYS = 4 * 366;

export const crash = kind<{ today: string; crashes: Crash[] }, Record<string, string>>({
  async read(request, usdotNumbers) {
    const files = filesOf(request, CRASH_FILES);
    if (files === null) return new Map();
    const rows = await request.db.rows<Crash>(crashes, [usdotNumbers]);
    const byCarrier = Map.groupBy(rows, ({ usdot_number }) => usdot_number);
    const { today } = request;
    return under(
      files,
      usdotNumbers.map((one) => [one, { today, crashes: byCarrier.get(one) ?? [] }] as const),
    );
  },
  compare(before, { today, crashes: now }) {
    const known = before ?? {};
    const fresh = now.filter(({ report }) => !(report in known));
    const since = new Date(Date.parse(today) - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
    const all = [
      ...Object.entries(known),
      ...fresh.map(({ report, report_date }) => [report, report_date ?? today] as const),
    ];
    return {
      changes: before === null ? [] : fresh.map(({ usdot_number: _, ...after }) => ({ before: {}, after })),
      kept: Object.fromEntries(all.filter(([, day]) => day >= since)),
    };
  },
});

const SIGNALS = Object.keys(signalRules) as SignalName[];
type Found = { title: string; severity: string } | null;
const CONCURRENT_CARRIERS = 2;

/** Absent: it could not be judged, for want of a file or in time. */
export const signal = kind<Partial<Record<SignalName, Found>>, Partial<Record<SignalName, 0 | 1>>>({
  async read({ profile, loaded, today }, usdotNumbers) {
    const values = await mapConcurrent(CONCURRENT_CARRIERS, usdotNumbers, async (one) => {
      const { signals, not_judged, errors } = await findSignals(profile, one, SIGNALS, { loaded, today });
      const unknown = new Set<string>([...not_judged.map(({ name }) => name), ...Object.keys(errors ?? {})]);
      const value: Partial<Record<SignalName, Found>> = {};
      for (const name of SIGNALS) if (!unknown.has(name)) value[name] = null;
      for (const { name, severity } of signals)
        value[name as SignalName] = { title: signalRules[name as SignalName].title, severity };
      return [one, value] as const;
    });
    return under({}, values);
  },
  compare(before, now) {
    const changes = SIGNALS.flatMap((name): Change[] => {
      const found = now[name];
      if (!found || before?.[name] !== 0) return [];
      const after: WatchFacts = { signal: name, ...found };
      return [{ before: {}, after, isLicensed: !isOfRegisters(name) }];
    });
    const judged = Object.entries(now).map(([name, found]) => [name, found ? 1 : 0]);
    return { changes, kept: { ...before, ...Object.fromEntries(judged) } };
  },
});
