import type { ApiError, HeldAbout } from '@milepost/sdk';
import { useEffect, useState } from 'react';
import { asApiError } from '../../lib/form.ts';
import { capitalized, count, day, localTime, withDays } from '../../lib/format.ts';
import { publicClient } from '../../lib/session.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FrontPage, Wordmark } from '../../parts/front-page.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { keyOf, ObjectForm } from './object-form.tsx';
import { ResultBadge, ruleName } from './results.tsx';

const tokenOfLink = () => location.hash.slice(1);

/** What an organization holds about a carrier, for whoever has the carrier's link. Nobody signs in here. */
export function HeldPage() {
  const [token, setToken] = useState(tokenOfLink);
  const [held, setHeld] = useState<HeldAbout | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [round, setRound] = useState(0);
  // Another link that is opened in the same tab changes nothing but the part after the #.
  useEffect(() => {
    const onLink = () => {
      setHeld(null);
      setError(null);
      setToken(tokenOfLink());
    };
    addEventListener('hashchange', onLink);
    return () => removeEventListener('hashchange', onLink);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again.
  useEffect(() => {
    if (token === '') return;
    publicClient()
      .viewHeld({ body: { token } })
      .then(setHeld, (thrown) => setError(asApiError(thrown)));
  }, [token, round]);
  if (token === '')
    return (
      <FrontPage title="What is held about you">
        <p className="notice">The link is incomplete. Open the whole link that you were sent.</p>
      </FrontPage>
    );
  if (held === null)
    return (
      <FrontPage title="What is held about you">
        {error === null ? <Skeleton lines={4} /> : <Failure error={error} />}
        {error?.status === 403 && <p className="quiet">Ask whoever sent it for a new one.</p>}
      </FrontPage>
    );
  return <Held held={held} token={token} onSent={() => setRound(round + 1)} />;
}

type Props = { held: HeldAbout; token: string; onSent: () => void };

function Held({ held, token, onSent }: Props) {
  const { organization, legal_name, usdot_number, expires_at, findings, passed, list } = held;
  const carrier = legal_name || `USDOT ${usdot_number}`;
  const [about, setAbout] = useState('');
  useEffect(() => {
    document.title = `What ${organization} holds about ${carrier} · Milepost`;
  }, [organization, carrier]);
  const objectTo = (key: string) => {
    setAbout(key);
    document.getElementById('object')?.scrollIntoView({ block: 'start' });
    document.querySelector<HTMLElement>('#object textarea')?.focus({ preventScroll: true });
  };
  return (
    <main className="held">
      <header className="held-head">
        <Wordmark />
        <h1>
          What {organization} holds about {carrier}
        </h1>
        <p className="quiet">
          USDOT {usdot_number} · as of {day(held.day)} · this link works until{' '}
          {localTime(new Date(expires_at))}
        </p>
        <p>
          {organization} applies its own rules to federal registers and to sightings by cameras. Only{' '}
          {organization} decides, and sees your objections. Nobody else sees this page without the link.
        </p>
      </header>
      <Card title="Found" note={<ResultBadge result={held.result} />} wide>
        {findings.length === 0 ? (
          <Empty title={passed.length === 0 ? 'Nothing is known.' : 'Nothing is held against you.'}>
            {passed.length === 0
              ? 'No federal register that is loaded has this USDOT number.'
              : 'Every rule passes today.'}
          </Empty>
        ) : (
          <ul className="watch-events">
            {findings.map((one) => (
              <li key={keyOf(one)} className="watch-event">
                <h3 className="held-name">
                  <ResultBadge result={one.result} /> {ruleName(one.name)}
                </h3>
                <p>{capitalized(withDays(one.reason))}</p>
                <p>
                  <strong>What would clear it:</strong> {one.clears}
                </p>
                <div>
                  <Button
                    small
                    aria-label={`Object to ${ruleName(one.name)}`}
                    onClick={() => objectTo(keyOf(one))}
                  >
                    Object
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
        {passed.length > 0 && (
          <p className="quiet">
            {count(passed.length, 'rule')} {passed.length === 1 ? 'passes' : 'pass'}: {passed.join(', ')}.
          </p>
        )}
      </Card>
      {list !== null && (
        <Card title={list.list === 'block' ? 'On the block list' : 'On the allow list'} wide>
          <p>
            Since {day(list.added_at)}
            {list.note === '' ? ', without a note.' : `: ${list.note}`}
          </p>
        </Card>
      )}
      <Checks held={held} />
      <Sent held={held} />
      <ObjectForm held={held} token={token} about={about} onAbout={setAbout} onSent={onSent} />
    </main>
  );
}

function Checks({ held: { checks } }: { held: HeldAbout }) {
  if (checks.length === 0) return null;
  return (
    <Card title="Kept checks" note={<span className="quiet">The newest {checks.length}</span>} wide>
      <Table
        caption="Kept checks"
        rows={checks.map((one, index) => ({ ...one, index }))}
        keyOf={({ index }) => index}
        columns={[
          { label: 'Made', show: ({ created_at }) => localTime(new Date(created_at)) },
          { label: 'For', show: (one) => day(one.day) },
          { label: 'Result', show: ({ result }) => <ResultBadge result={result} /> },
          {
            label: 'Because of',
            show: ({ findings }) =>
              findings.map(({ name }) => ruleName(name)).join(', ') || 'Every rule passed',
          },
        ]}
      />
    </Card>
  );
}

const STATES = {
  open: ['pending', 'Open'],
  accepted: ['high', 'Accepted'],
  rejected: ['failed', 'Rejected'],
} as const;

function Sent({ held: { objections } }: { held: HeldAbout }) {
  if (objections.length === 0) return null;
  return (
    <Card title="Your objections" wide>
      <ul className="watch-events">
        {objections.map(({ id, state, created_at, message, reason, clears_until, file_name }) => (
          <li key={id} className="watch-event">
            <div>
              <span className={`badge badge-${STATES[state][0]}`}>{STATES[state][1]}</span>{' '}
              <span className="quiet">
                {localTime(new Date(created_at))}
                {file_name !== null && ` · ${file_name}`}
              </span>
            </div>
            <p className="objection-text">{message}</p>
            {reason !== null && (
              <p>
                <strong>Answer:</strong> {reason}
                {clears_until !== null && ` Cleared until ${day(clears_until)}.`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
