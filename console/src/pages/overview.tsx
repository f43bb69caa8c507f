import { type Identity, roleMeanings } from '@milepost/sdk';
import { useApi, useCustomer } from '../lib/api.tsx';
import { count, localTime, relativeTime } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { Card, Facts } from '../parts/card.tsx';
import { Failure } from '../parts/states.tsx';

const KINDS: Record<string, string> = {
  insurance: 'Insurer',
  broker: 'Broker',
  partner: 'Image partner',
  carrier: 'Motor carrier',
  operator: 'Operator of this service',
};

export function Page() {
  const { identity } = useCustomer();
  return (
    <div className="cards">
      <Card title="Organization">
        <p className="figure">{identity.organization_name}</p>
        <Facts
          rows={[
            ['Type', KINDS[identity.organization_kind] ?? identity.organization_kind],
            ['ID', <code key="id">{identity.organization_id}</code>],
            ['Time zone', identity.timezone],
          ]}
        />
      </Card>
      <Card title="Session">
        <p className="figure">{identity.email}</p>
        <Facts
          rows={[
            ['User ID', <code key="id">{identity.user_id}</code>],
            ['Token expires', <Expiry key="expiry" date={new Date(identity.token_expires)} />],
          ]}
        />
      </Card>
      <ServiceStatus />
      <Roles roles={identity.roles} />
    </div>
  );
}

function Expiry({ date }: { date: Date }) {
  const now = useNow(15_000);
  const { timezone } = useCustomer().identity;
  return (
    <time dateTime={date.toISOString()}>
      {relativeTime(date, now)}
      <span className="quiet block">{localTime(date, timezone)}</span>
    </time>
  );
}

const STATUS_INTERVAL_MS = 30_000;
const STATUSES = { pending: 'Checking…', success: 'Ready', error: 'Not ready' };

function ServiceStatus() {
  const { status, error, isError, isSuccess, refetch } = useApi(
    'readiness',
    {},
    { intervalMs: STATUS_INTERVAL_MS },
  );
  const checkButton = (
    <button type="button" className="button button-small" onClick={() => refetch()}>
      Check again
    </button>
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

function Roles({ roles }: { roles: Identity['roles'] }) {
  const total = <span className="quiet">{count(roles.length, 'role')}</span>;
  return (
    <Card title="Your permissions" note={total} wide>
      {roles.length === 0 ? (
        <p className="quiet">You have no roles. Ask your administrator to add some.</p>
      ) : (
        <ul className="roles">
          {roles.map((role) => (
            <li key={role}>
              <span>{roleMeanings[role] ?? 'No description available'}</span>
              <code>{role}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
