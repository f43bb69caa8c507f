import type { DockCheck } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { CircleCheckIcon, CircleQuestionMarkIcon, CircleXIcon, TriangleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';

type Finding = DockCheck['findings'][number];

const ANSWERS: Record<DockCheck['answer'], { word: string; icon: ReactNode }> = {
  yes: { word: 'Yes', icon: <CircleCheckIcon /> },
  no: { word: 'No', icon: <CircleXIcon /> },
  cannot_tell: { word: 'Cannot tell', icon: <CircleQuestionMarkIcon /> },
};
const FIELDS: Record<Finding['field'], string> = {
  usdot_number: 'USDOT number',
  name: 'Name',
  mc_number: 'MC number',
  vehicle: 'Plate or VIN',
};
const OUTCOMES: Record<Finding['outcome'], [word: string, badge: string]> = {
  agrees: ['Agrees', 'badge badge-high'],
  contradicts: ['Contradicts', 'badge badge-low'],
  unsure: ['Not certain', 'badge badge-medium'],
  not_read: ['Not read', 'badge'],
};

/** The answer in words that are readable from a step away, the reason, and what helps. */
export function Answer({ check }: { check: DockCheck }) {
  const { word, icon } = ANSWERS[check.answer];
  return (
    <section className={`verdict verdict-${check.answer}`} aria-label="Answer">
      <p className="verdict-word">
        {icon} {word}
      </p>
      <p className="verdict-why">{check.why}</p>
      {check.next !== null && <p>{check.next}</p>}
      {check.warnings.map(({ message }) => (
        <p key={message} className="verdict-warning">
          <TriangleAlertIcon /> {message}
        </p>
      ))}
    </section>
  );
}

/** What was read beside what is booked. */
export function Compared({ check }: { check: DockCheck }) {
  const { booked, findings } = check;
  const expected: Record<Finding['field'], string> = {
    usdot_number: booked.usdot_number,
    name: booked.names.join(' or '),
    mc_number: booked.mc_numbers.map((one) => `MC ${one}`).join(', '),
    vehicle: '',
  };
  return (
    <Card title="What was compared">
      <ul className="dock-findings">
        {findings.map((finding) => {
          const [word, badge] = OUTCOMES[finding.outcome];
          return (
            <li key={finding.field}>
              <p className="dock-finding-head">
                <span>{FIELDS[finding.field]}</span>
                <span className={badge}>{word}</span>
              </p>
              <dl className="facts">
                <dt>On the truck</dt>
                <dd>
                  {finding.read === '' ? <span className="quiet">Not read</span> : finding.read}
                  {finding.read !== '' && finding.outcome === 'unsure' && (
                    <span className="quiet"> · {finding.score} confidence</span>
                  )}
                </dd>
                {finding.field !== 'vehicle' && (
                  <>
                    <dt>Booked</dt>
                    <dd>{expected[finding.field] || <span className="quiet">None on file</span>}</dd>
                  </>
                )}
                {finding.of !== null && (
                  <>
                    <dt>Belongs to</dt>
                    <dd>
                      <Link to="/carriers/$usdot" params={{ usdot: finding.of }}>
                        USDOT {finding.of}
                      </Link>
                    </dd>
                  </>
                )}
              </dl>
            </li>
          );
        })}
      </ul>
      <p className="quiet">{check.is_kept ? 'The picture was stored.' : 'The picture was not stored.'}</p>
    </Card>
  );
}
