import type { CrashesSection, ProfileSources, ViolationsSection } from '@milepost/sdk';
import { day, number } from '../../../lib/format.ts';
import { crashRateText, type Unknowns } from '../../../lib/sources.ts';
import { type Column, DataTable } from '../../../parts/tables/data-table.tsx';

type ViolationRow = ViolationsSection['rows'][number];
type CrashRow = CrashesSection['rows'][number];

const ANSWERS: Record<string, string> = { Y: 'Yes', N: 'No' };
const CODES = new Set(['number', 'report_number', 'vin']);

const LEVELS: Record<string, [label: string, tone: string]> = {
  most_severe: ['Most severe', 'failed'],
  major: ['Major', 'stored'],
  less_severe: ['Less severe', 'none'],
};

function severityLabel(bucket: string): string {
  return LEVELS[bucket]?.[0] ?? bucket.replaceAll('_', ' ');
}

function Severity({ bucket }: { bucket: string }) {
  return <span className={`badge badge-${LEVELS[bucket]?.[1] ?? 'none'}`}>{severityLabel(bucket)}</span>;
}

const violationColumns: Column<ViolationRow>[] = [
  column('date', 'Date'),
  column('violation_description', 'Violation'),
  { ...column<ViolationRow>('severity_bucket', 'Severity'), facet: severityLabel },
  { id: 'severity_weight', label: 'Weight', value: (row) => row.severity_weight, align: 'right' },
  { ...column<ViolationRow>('state', 'State'), facet: String },
  column('vin', 'VIN'),
  column('number', 'Report'),
];

const crashColumns: Column<CrashRow>[] = [
  column('date', 'Date'),
  { ...column<CrashRow>('state', 'State'), facet: String },
  column('location', 'Place'),
  { id: 'fatalities', label: 'Deaths', value: (row) => row.fatalities, align: 'right' },
  { id: 'injury', label: 'Injuries', value: (row) => row.injury, align: 'right' },
  column('towaway', 'Towed'),
  column('preventable', 'Preventable'),
  { ...column<CrashRow>('severity_bucket', 'Severity'), facet: severityLabel },
  column('report_number', 'Report'),
];

function column<Row extends Record<string, string | number>>(
  key: keyof Row & string,
  label: string,
): Column<Row> {
  const value = (row: Row) => row[key] ?? null;
  const show = (row: Row) => {
    const text = String(value(row) ?? '');
    if (key === 'date') return <time dateTime={text}>{day(text)}</time>;
    if (key === 'severity_bucket') return <Severity bucket={text} />;
    if (key === 'towaway' || key === 'preventable') return ANSWERS[text] ?? (text || '–');
    return CODES.has(key) ? <code>{text}</code> : text;
  };
  return { id: key, label, value, show };
}

type ViolationsProps = { usdot: string; violations: ViolationsSection; unknown: Unknowns };

export function Violations({ usdot, violations, unknown }: ViolationsProps) {
  const reason = unknown('violations');
  const { most_severe_violations_count, major_violations_count, less_severe_violations_count } = violations;
  return (
    <>
      <p className="quiet">
        {number(most_severe_violations_count)} most severe, {number(major_violations_count)} major,{' '}
        {number(less_severe_violations_count)} less severe
      </p>
      {reason !== null && <p className="notice">Incomplete: {reason}</p>}
      <DataTable
        caption="Violations"
        name="violations"
        rows={violations.rows}
        columns={violationColumns}
        noun="violation"
        empty={reason === null ? 'No violations in the last 24 months.' : 'Unknown.'}
        file={`${usdot}-violations`}
        sort="-date"
      />
    </>
  );
}

type CrashesProps = {
  usdot: string;
  crashes: CrashesSection;
  sources: ProfileSources | null;
  unknown: Unknowns;
};

export function Crashes({ usdot, crashes, sources, unknown }: CrashesProps) {
  const reason = unknown('crashes');
  const rate = sources && crashRateText(sources);
  return (
    <>
      {sources !== null && (
        <p className="quiet">
          Recordable crash rate: {rate ?? `Unknown. ${unknown('fmcsa_detail.recordable_crash_rate') ?? ''}`}
        </p>
      )}
      {reason !== null && <p className="notice">Incomplete: {reason}</p>}
      <DataTable
        caption="Crashes"
        name="crashes"
        rows={crashes.rows}
        columns={crashColumns}
        noun="crash"
        nouns="crashes"
        empty={reason === null ? 'No crashes in the last 24 months.' : 'Unknown.'}
        file={`${usdot}-crashes`}
        sort="-date"
      />
    </>
  );
}
