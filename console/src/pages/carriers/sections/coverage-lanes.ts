import type { AuthorityPeriod, InsuranceFiling } from '@milepost/sdk';
import { capitalized, day, money } from '../../../lib/format.ts';
import type { Lane, Span } from '../../../lib/lanes.ts';

/** Before the first record. */
const SINCE_EVER = '';

/** One lane for each authority and cargo, by the rule of the service. Pending changes have no effect yet. */
export function authorityLanes(periods: AuthorityPeriod[], today: string): Lane[] {
  const inEffect = periods.filter(
    ({ state, start }) => state !== 'pending' && (start ?? SINCE_EVER) <= today,
  );
  return [...Map.groupBy(inEffect, authorityTitle)].map(([label, list]) => ({
    group: 'Authority',
    label,
    spans: list.map(({ state, start, end, reason }) => ({
      start: start ?? SINCE_EVER,
      end: end === null || end > today ? today : end,
      tone: state === 'active' ? 'good' : 'bad',
      label: sentence(reason),
    })),
  }));
}

export function authorityTitle({
  authority,
  carries,
}: Pick<AuthorityPeriod, 'authority' | 'carries'>): string {
  return capitalized(carries === null ? authority : `${authority}, ${carries}`);
}

/** Applications, and orders that take effect later. */
export function pendingTexts(periods: AuthorityPeriod[]): string[] {
  return periods
    .filter(({ state, end }) => state === 'pending' && end === null)
    .map(({ start, reason, ...period }) => {
      const from = start === null ? '' : ` (${day(start)})`;
      return `${authorityTitle(period)}: ${sentence(reason)}${from}`;
    });
}

const FILING_TITLES: Record<InsuranceFiling['kind'], string> = {
  BIPD: 'Liability',
  CARGO: 'Cargo',
  SURETY: 'Surety bond',
  'TRUST FUND': 'Trust fund',
};

export function filingTitle({ kind, is_excess }: Pick<InsuranceFiling, 'kind' | 'is_excess'>): string {
  return is_excess ? `${FILING_TITLES[kind]}, excess` : FILING_TITLES[kind];
}

/**
 * One lane for each kind and layer. Days between two filings, and after the last one, are gaps, if every file of filings
 * is loaded.
 */
export function insuranceLanes(filings: InsuranceFiling[], today: string, isComplete: boolean): Lane[] {
  const begun = filings.filter(({ effective_date }) => effective_date !== null && effective_date <= today);
  const byTitle = Map.groupBy(begun, filingTitle);
  return [...byTitle]
    .toSorted(([a], [b]) => order(a) - order(b))
    .map(([label, list]) => ({ group: 'Insurance', label, spans: filingSpans(list, today, isComplete) }));
}

const order = (title: string) =>
  ['Liability', 'Liability, excess', 'Cargo', 'Surety bond', 'Trust fund'].indexOf(title);

function filingSpans(list: InsuranceFiling[], today: string, isComplete: boolean): Span[] {
  const spans: Span[] = [];
  let coveredTo: string | null = null;
  const sorted = list.toSorted((a, b) => (a.effective_date ?? '').localeCompare(b.effective_date ?? ''));
  for (const filing of sorted) {
    const start = filing.effective_date ?? today;
    const end = filing.end_date !== null && filing.end_date < today ? filing.end_date : today;
    if (isComplete && coveredTo !== null && start > coveredTo) spans.push(gapBetween(coveredTo, start));
    spans.push({ start, end, tone: 'good', label: describeFiling(filing) });
    if (coveredTo === null || end > coveredTo) coveredTo = end;
  }
  if (isComplete && coveredTo !== null && coveredTo < today) spans.push(gapBetween(coveredTo, today));
  return spans;
}

function gapBetween(start: string, end: string): Span {
  return { start, end, tone: 'bad', label: 'No filing' };
}

function describeFiling({ insurer, coverage_dollars }: InsuranceFiling): string {
  return [insurer, coverage_dollars === null ? '' : money(coverage_dollars)].filter(Boolean).join(', ');
}

/** The gaps of all lanes as text. */
export function gapTexts(lanes: Lane[], today: string): string[] {
  return lanes.flatMap(({ label, spans }) =>
    spans
      .filter(({ tone }) => tone === 'bad')
      .map(({ start, end }) => `${label}: ${sinceText(start)} to ${end >= today ? 'now' : day(end)}`),
  );
}

/** The first day of a span. */
export function sinceText(start: string): string {
  return start === SINCE_EVER ? 'before the first record' : day(start);
}

/** FEDERAL WORDS as a sentence. */
export function sentence(words: string): string {
  const lower = words.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
