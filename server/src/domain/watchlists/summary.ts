import type { WatchFacts, WatchKind } from '../../contract/brokers/watchlist.ts';

const words = (name: string) => name.replaceAll('_', ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function shown(name: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return 'none';
  return name.endsWith('_dollars') ? `$${value.toLocaleString('en-US')}` : String(value);
}

/** Kinds whose facts are told in a sentence of their own. */
const SENTENCES: Partial<Record<WatchKind, (before: WatchFacts, after: WatchFacts) => string>> = {
  order: (before, after) =>
    after.order_in_force === 'no'
      ? `The out-of-service order of ${shown('', before.ordered_on)} is not in force any more`
      : `Out-of-service order of ${shown('', after.ordered_on ?? before.ordered_on)} in force${after.reason ? ` (${after.reason})` : ''}`,
  score: (before, after) =>
    `${capital(words(String(after.category)))}: percentile ${shown('', after.percentile)}, before ${shown('', before.percentile)} (threshold ${shown('', after.threshold)})`,
  signal: (_before, after) => `New signal: ${shown('', after.title)}`,
  crash: (_before, { report, report_date, state, fatalities, injuries }) =>
    `Crash on ${shown('', report_date)} in ${shown('', state)} (report ${shown('', report)}): ${fatalities} fatalities, ${injuries} injuries`,
  first_sighting: (_before, after) => `Seen in ${shown('', after.state)} for the first time`,
  silence: (before, after) =>
    `Not seen for ${shown('', after.silent_for_days)} days, since ${shown('', before.last_seen_on)}`,
};

/** A change in one line, for people. */
export function summaryOf(kind: WatchKind, before: WatchFacts, after: WatchFacts): string {
  const sentence = SENTENCES[kind];
  if (sentence) return sentence(before, after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => `${labelOf(kind, name)}: ${shown(name, before[name])} → ${shown(name, after[name])}`)
    .join('; ');
}

/** `common_property` of authorities is "Common authority (property)". */
function labelOf(kind: WatchKind, name: string): string {
  if (kind !== 'authority') return capital(words(name));
  const [type = '', ...cargo] = name.split('_');
  return `${capital(type)} authority${cargo.length > 0 ? ` (${cargo.join(' ')})` : ''}`;
}
