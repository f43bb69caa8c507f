import { type Identity, roleMeanings } from '@milepost/sdk';
import { useApi } from '../lib/api.tsx';
import { count } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Disclosure } from '../parts/disclosure.tsx';
import { Failure } from '../parts/states.tsx';

const REFRESH_MS = 30_000;
const STATUSES = { pending: 'Checking…', success: 'Ready', error: 'Not ready' };

export function ServiceStatus() {
  const { status, error, isError, isSuccess, refetch } = useApi('readiness', {}, { intervalMs: REFRESH_MS });
  const checkButton = (
    <Button small onClick={() => refetch()}>
      Check again
    </Button>
  );
  return (
    <Card title="Service" note={checkButton}>
      <p className="figure" aria-live="polite">
        <span className={`lamp lamp-${status}`} aria-hidden="true" />
        {STATUSES[status]}
      </p>
      {isError && <Failure error={error} />}
      {isSuccess && <p className="quiet">Database connected, schema up to date. Checked every 30 seconds.</p>}
    </Card>
  );
}

/** What the user may do, in words and as the names of the API. */
export function Roles({ roles }: { roles: Identity['roles'] }) {
  const total = <span className="quiet">{count(roles.length, 'role')}</span>;
  return (
    <Card title="Your permissions" note={total} wide>
      {roles.length === 0 ? (
        <p className="quiet">You have no roles. Ask your administrator to add some.</p>
      ) : (
        <Disclosure param="show" id="roles" className="disclosure" summary="Show what you may do">
          <ul className="roles">
            {roles.map((role) => (
              <li key={role}>
                <span>{roleMeanings[role] ?? 'No description available'}</span>
                <code>{role}</code>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Card>
  );
}
