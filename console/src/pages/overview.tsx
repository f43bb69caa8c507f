import { roleMeanings } from '@milepost/sdk';
import type { Customer, Identity } from '../customer.ts';
import { Card } from '../parts/card.tsx';
import { Facts } from '../parts/facts.tsx';
import { fromNow } from '../parts/from-now.ts';
import { localTime } from '../parts/local-time.ts';
import { Readiness } from '../parts/readiness.tsx';
import { useNow } from '../use-now.ts';

const KINDS: Record<string, string> = {
  insurance: 'Insurer',
  broker: 'Broker',
  partner: 'Image partner',
  carrier: 'Motor carrier',
  operator: 'Operator of this service',
};

export function Overview({ customer: { identity, client } }: { customer: Customer }) {
  return (
    <div className="cards">
      <Card title="Organization">
        <p className="figure">{identity.organization_name}</p>
        <Facts
          rows={[
            ['Kind', KINDS[identity.organization_kind] ?? identity.organization_kind],
            ['Id', <code key="id">{identity.organization_id}</code>],
            ['Time zone', identity.timezone],
          ]}
        />
      </Card>
      <Session identity={identity} />
      <Readiness client={client} />
      <Roles roles={identity.roles} />
    </div>
  );
}

function Session({ identity }: { identity: Identity }) {
  const ends = new Date(identity.token_expires);
  return (
    <Card title="Session">
      <p className="figure">{identity.email}</p>
      <Facts
        rows={[
          ['User id', <code key="id">{identity.user_id}</code>],
          ['Token expires', <Moment key="ends" at={ends} />],
        ]}
      />
    </Card>
  );
}

function Moment({ at }: { at: Date }) {
  const now = useNow(15_000);
  return (
    <time dateTime={at.toISOString()}>
      {fromNow(at, now)}
      <span className="quiet block">{localTime(at)}</span>
    </time>
  );
}

function Roles({ roles }: { roles: Identity['roles'] }) {
  const note = <span className="quiet">{roles.length === 1 ? '1 role' : `${roles.length} roles`}</span>;
  return (
    <Card title="What you may do" note={note} wide>
      {roles.length === 0 ? (
        <p className="quiet">No role yet. Whoever runs your organization's account can give you some.</p>
      ) : (
        <ul className="roles">
          {roles.map((role) => (
            <li key={role}>
              <span>{roleMeanings[role] ?? 'A role this page does not know.'}</span>
              <code>{role}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
