import type { Client } from '@milepost/sdk';
import { useCallback } from 'react';
import { useAnswer } from '../use-answer.ts';
import { Card } from './card.tsx';
import { Failure } from './failure.tsx';

const EVERY_MS = 30_000;

/** Whether the service can serve now; asked again as long as the page is open. */
export function Readiness({ client }: { client: Client }) {
  const ask = useCallback((signal: AbortSignal) => client.request('GET', '/readyz', { signal }), [client]);
  const [answer, again] = useAnswer(ask, EVERY_MS);
  const note = (
    <button type="button" className="button button-small" onClick={again}>
      Check again
    </button>
  );
  return (
    <Card title="Service" note={note}>
      <p className="figure" aria-live="polite">
        <span className={`lamp lamp-${answer.state}`} aria-hidden="true" />
        {WORDS[answer.state]}
      </p>
      {answer.state === 'failed' && <Failure error={answer.error} />}
      {answer.state === 'done' && (
        <p className="quiet">Database reached and its schema current. Checked every 30 seconds.</p>
      )}
    </Card>
  );
}

const WORDS = { loading: 'Checking…', done: 'Ready', failed: 'Not ready' };
