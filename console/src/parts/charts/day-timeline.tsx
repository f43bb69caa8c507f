import { type KeyboardEvent, useMemo, useRef } from 'react';
import { count, day } from '../../lib/format.ts';
import { nextDay } from '../../lib/zoned-time.ts';

type Props = {
  label: string;
  /** The day of each entry, YYYY-MM-DD. */
  days: string[];
  noun: string;
  /** Called with the first day and the day after the last one of a bar. */
  onSelect: (from: string, to: string) => void;
};

const MOST_BARS = 60;
const DAY_MS = 86_400_000;

type Bar = { from: string; to: string; entries: number };

/** One bar per day, or per several days in a long time. The arrow keys move between bars, Enter selects one. */
export function DayTimeline({ label, days, noun, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const bars = useMemo(() => barsOf(days), [days]);
  const most = Math.max(1, ...bars.map(({ entries }) => entries));
  const [first] = bars;
  const last = bars.at(-1);
  // One day is no timeline.
  if (!first || !last || bars.length < 2) return null;
  function onKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + (step ?? 0)];
    if (step === undefined || !next) return;
    event.preventDefault();
    next.focus();
  }
  const lastFilled = bars.findLastIndex(({ entries }) => entries > 0);
  return (
    <figure className="day-timeline">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div ref={list} role="group" aria-label={label} className="day-timeline-bars" onKeyDown={onKey}>
        {bars.map(({ from, to, entries }, index) =>
          entries === 0 ? (
            <i key={from} className="day-timeline-none" />
          ) : (
            <button
              key={from}
              type="button"
              className="day-timeline-bar"
              tabIndex={index === lastFilled ? 0 : -1}
              aria-label={`${spanText(from, to)}: ${count(entries, noun)}`}
              title={`${spanText(from, to)}: ${count(entries, noun)}`}
              onClick={() => onSelect(from, to)}
            >
              <i style={{ height: `${Math.max(8, (entries / most) * 100)}%` }} />
            </button>
          ),
        )}
      </div>
      <figcaption className="quiet day-timeline-ends">
        <span>{day(first.from)}</span>
        <span>{day(previousDay(last.to))}</span>
      </figcaption>
    </figure>
  );
}

const previousDay = (date: string) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);

function spanText(from: string, to: string): string {
  const last = previousDay(to);
  return last === from ? day(from) : `${day(from)} to ${day(last)}`;
}

function barsOf(days: string[]): Bar[] {
  const sorted = days.toSorted();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return [];
  const length = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  const width = Math.ceil(length / MOST_BARS);
  const bars: Bar[] = [];
  for (let from = first; from <= last; ) {
    let to = from;
    for (let i = 0; i < width; i++) to = nextDay(to);
    bars.push({ from, to, entries: 0 });
    from = to;
  }
  for (const one of sorted) {
    const bar = bars[Math.floor((Date.parse(one) - Date.parse(first)) / DAY_MS / width)];
    if (bar) bar.entries += 1;
  }
  return bars;
}
