import type { AuthorityHistory, InsuranceFiling } from '@milepost/sdk';
import { day, money } from '../../../lib/format.ts';
import type { Lane, Span } from '../../../lib/lanes.ts';

type AuthorityEvent = AuthorityHistory['authority_history'][number];

const APPLIES = /PENDING|APPLICATION/i;
const ENDS = /REVOK|SUSPEND|WITHDRAW|DENIED|DISMISS|INACTIV/i;

/** Pending orders, applications and announced changes have no effect yet. The table lists them. */
export function authorityLanes(events: AuthorityEvent[], today: string): Lane[] {
  const effective = events.filter(
    ({ action_date, original_action, disposition_action }) =>
      !APPLIES.test(original_action) &&
      disposition_action !== 'PENDING' &&
      action_date !== '' &&
      action_date <= today,
  );
  const byType = Map.groupBy(
    effective.toSorted((a, b) => a.action_date.localeCompare(b.action_date)),
    ({ authority_type }) => authority_type,
  );
  return [...byType].map(([type, list]) => ({
    group: 'Authority',
    label: sentence(type),
    spans: list.flatMap((event, index) => authoritySpans(event, list[index + 1]?.action_date ?? today)),
  }));
}

function authoritySpans(event: AuthorityEvent, next: string): Span[] {
  const { action_date, disposition_action, disposition_date, original_action } = event;
  const end = disposition_date !== null && disposition_date < next ? disposition_date : next;
  const tone = ENDS.test(original_action) ? 'bad' : 'good';
  const own: Span = { start: action_date, end, tone, label: sentence(original_action) };
  const gap: Span = { start: end, end: next, tone: 'bad', label: sentence(disposition_action ?? 'Ended') };
  return end < next ? [own, gap] : [own];
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

/** One lane for each kind and layer. Days between two filings, and after the last one, are gaps. */
export function insuranceLanes(filings: InsuranceFiling[], today: string): Lane[] {
  const begun = filings.filter(({ effective_date }) => effective_date !== null && effective_date <= today);
  const byTitle = Map.groupBy(begun, filingTitle);
  return [...byTitle]
    .toSorted(([a], [b]) => order(a) - order(b))
    .map(([label, list]) => ({ group: 'Insurance', label, spans: filingSpans(list, today) }));
}

const order = (title: string) =>
  ['Liability', 'Liability, excess', 'Cargo', 'Surety bond', 'Trust fund'].indexOf(title);

function filingSpans(list: InsuranceFiling[], today: string): Span[] {
  const spans: Span[] = [];
  let coveredTo: string | null = null;
  const sorted = list.toSorted((a, b) => (a.effective_date ?? '').localeCompare(b.effective_date ?? ''));
  for (const filing of sorted) {
    const start = filing.effective_date ?? today;
    const end = filing.end_date !== null && filing.end_date < today ? filing.end_date : today;
    if (coveredTo !== null && start > coveredTo) spans.push(gapBetween(coveredTo, start));
    spans.push({ start, end, tone: 'good', label: describeFiling(filing) });
    if (coveredTo === null || end > coveredTo) coveredTo = end;
  }
  if (coveredTo !== null && coveredTo < today) spans.push(gapBetween(coveredTo, today));
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
      .map(({ start, end }) => `${label}: ${day(start)} to ${end >= today ? 'now' : day(end)}`),
  );
}

/** FEDERAL WORDS as a sentence. */
export function sentence(words: string): string {
  const lower = words.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
