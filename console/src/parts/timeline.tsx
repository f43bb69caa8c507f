export type Span = { start: string; end: string; tone: 'good' | 'bad'; label: string };
type Props = { lanes: { label: string; spans: Span[] }[]; end: string };

/** Horizontal lanes over a common time axis. The table below it has the same facts as text. */
export function Timeline({ lanes, end }: Props) {
  const starts = lanes.flatMap(({ spans }) => spans.map(({ start }) => start)).filter(Boolean);
  if (starts.length === 0) return null;
  const from = Date.parse(starts.reduce((a, b) => (a < b ? a : b)));
  const to = Math.max(Date.parse(end), from + 1);
  const at = (date: string) => `${(((Date.parse(date) || from) - from) / (to - from)) * 100}%`;
  const years = yearsBetween(from, to);
  return (
    <div className="timeline" aria-hidden="true">
      {lanes.map(({ label, spans }) => (
        <div key={label} className="timeline-lane">
          <span className="timeline-label">{label.toLowerCase()}</span>
          <span className="timeline-track">
            {spans.map((span) => (
              <span
                key={span.start + span.label}
                className={`timeline-span timeline-${span.tone}`}
                title={span.label}
                style={{ insetInlineStart: at(span.start), insetInlineEnd: `calc(100% - ${at(span.end)})` }}
              />
            ))}
          </span>
        </div>
      ))}
      <div className="timeline-lane">
        <span className="timeline-label" />
        <span className="timeline-axis">
          {years.map((year) => (
            <span key={year} style={{ insetInlineStart: at(`${year}-01-01`) }}>
              {year}
            </span>
          ))}
        </span>
      </div>
    </div>
  );
}

const MAX_LABELS = 8;

function yearsBetween(from: number, to: number): number[] {
  const first = new Date(from).getUTCFullYear() + 1;
  const last = new Date(to).getUTCFullYear();
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_LABELS));
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, i) => first + i * step,
  );
}
