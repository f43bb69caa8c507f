import type { CarrierVerdict } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { CircleCheckIcon, CircleHelpIcon, CircleXIcon } from 'lucide-react';
import { day, withDays } from '../../../lib/format.ts';
import type { Search } from '../../../lib/search.ts';

type Reason = CarrierVerdict['reasons'][number];

const VERDICTS = {
  clear: {
    title: 'Clear',
    text: 'Nothing was found in the loaded files. It is no promise.',
    icon: <CircleCheckIcon />,
  },
  look_closer: {
    title: 'Look closer',
    text: 'Read these reasons before you decide.',
    icon: <CircleHelpIcon />,
  },
  do_not_use: {
    title: 'Do not use',
    text: 'A federal register states a reason not to use it.',
    icon: <CircleXIcon />,
  },
} as const;
const EFFECTS = { clear: 'Note', look_closer: 'Look closer', do_not_use: 'Do not use' };
const TONES = { clear: 'none', look_closer: 'stored', do_not_use: 'failed' };
/** Where the page has the evidence. */
const ANCHORS: Record<Reason['section'], string> = {
  operating_status: 'identity',
  insurance: 'insurance',
  oos: 'scores',
  signals: 'signals',
};

/** Few enough to read at a glance. */
const SHOWN_REASONS = 3;

type Props = { usdot: string; found: CarrierVerdict };

/** The verdict that the service computed from the known facts. */
export function Verdict({ usdot, found: { verdict, reasons, not_considered, as_of } }: Props) {
  const { title, text, icon } = VERDICTS[verdict];
  const more = reasons.slice(SHOWN_REASONS);
  return (
    <section className={`decision decision-${verdict}`} aria-labelledby="verdict">
      {icon}
      <div className="decision-text">
        <h2 id="verdict">{title}</h2>
        <p>
          {text} As of {day(as_of)}.
        </p>
        <Reasons usdot={usdot} reasons={reasons.slice(0, SHOWN_REASONS)} />
        {more.length > 0 && (
          <details>
            <summary>{more.length === 1 ? '1 more reason' : `${more.length} more reasons`}</summary>
            <Reasons usdot={usdot} reasons={more} />
          </details>
        )}
        {not_considered.length > 0 && (
          <p className="decision-note">Not considered: {withDays(not_considered.join(' '))}</p>
        )}
      </div>
    </section>
  );
}

/** Each is a link to its evidence. */
function Reasons({ usdot, reasons }: { usdot: string; reasons: Reason[] }) {
  return (
    <ul>
      {reasons.map(({ effect, text, section, signal }) => (
        <li key={text}>
          <span className={`badge badge-${TONES[effect]}`}>{EFFECTS[effect]}</span>
          <Link
            to="/carriers/$usdot"
            params={{ usdot }}
            search={(before: Search['carrier']) => ({
              ...before,
              ...(signal !== null && { signals: signal }),
            })}
            hash={ANCHORS[section]}
          >
            {withDays(text)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const SECTIONS = [
  ['identity', 'Identity'],
  ['signals', 'Signals'],
  ['scores', 'Safety'],
  ['rates', 'Out of service'],
  ['insurance', 'Insurance'],
  ['coverage', 'Authority'],
  ['fleet', 'Fleet'],
  ['violations', 'Violations'],
  ['crashes', 'Crashes'],
  ['changes', 'Changes'],
  ['related', 'Related'],
  ['where', 'Where it runs'],
] as const;

/** Stays in view while the page scrolls. */
export function SectionLinks() {
  return (
    <nav className="section-links" aria-label="Sections">
      {SECTIONS.map(([id, label]) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
    </nav>
  );
}
