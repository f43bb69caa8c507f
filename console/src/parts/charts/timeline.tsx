import { day } from '../../lib/format.ts';
import type { Lane } from '../../lib/lanes.ts';

type Props = { lanes: Lane[]; start: string; end: string };

const MAX_LABELS = 8;

/** Horizontal lanes over a common time axis, with gaps in red. The tables below it have the same facts as text. */
export function Timeline({ lanes, start, end }: Props) {
  const from = Date.parse(start);
  const to = Math.max(Date.parse(end), from + 1);
  const at = (date: string) => {
    const share = ((Date.parse(date) || from) - from) / (to - from);
    return `${Math.min(1, Math.max(0, share)) * 100}%`;
  };
  const years = yearsBetween(from, to);
  const groups = Map.groupBy(lanes, ({ group }) => group);
  return (
    <div className="timeline" aria-hidden="true">
      {[...groups].map(([group, list]) => (
        <div key={group} className="timeline-group">
          <p className="timeline-title">{group}</p>
          {list.map(({ label, spans }) => (
            <div key={label} className="timeline-lane">
              <span className="timeline-label">{label}</span>
              <span className="timeline-track">
                {years.map((year) => (
                  <i key={year} className="timeline-year" style={{ insetInlineStart: at(`${year}-01-01`) }} />
                ))}
                {spans
                  .filter((span) => span.end > start && span.start < end)
                  .map((span) => (
                    <span
                      key={`${span.start}${span.end}${span.label}`}
                      className={`timeline-span timeline-${span.tone}`}
                      title={`${span.label}: ${span.start === '' ? 'before the first record' : day(span.start)} to ${span.end >= end ? 'now' : day(span.end)}`}
                      style={{
                        insetInlineStart: at(span.start),
                        insetInlineEnd: `calc(100% - ${at(span.end)})`,
                      }}
                    />
                  ))}
              </span>
            </div>
          ))}
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
      <p className="quiet legend">
        <span>
          <i className="swatch timeline-good" /> In force
        </span>
        <span>
          <i className="swatch timeline-bad" /> Not in force
        </span>
      </p>
    </div>
  );
}

function yearsBetween(from: number, to: number): number[] {
  const first = new Date(from).getUTCFullYear() + 1;
  const last = new Date(to).getUTCFullYear();
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_LABELS));
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, i) => first + i * step,
  );
}
