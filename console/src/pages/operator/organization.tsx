import type { Organization } from '@milepost/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { useAction, useApi, useScope } from '../../lib/api.tsx';
import { day } from '../../lib/format.ts';
import { ORGANIZATION_TABS } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Keys } from './organization/keys.tsx';
import { Quotas } from './organization/quotas.tsx';
import { Settings } from './organization/settings.tsx';
import { Users } from './organization/users.tsx';
import { KINDS, StateBadge } from './organization-kind.tsx';

export function Page() {
  const { id } = useParams({ from: '/administrators/organizations/$id' });
  const { tab = 'users' } = usePageSearch('organization');
  const organization = useApi('getOrganization', { path: { organization_id: Number(id) } });
  useTitle(organization.data?.name ?? 'Organization');
  return (
    <Loaded query={organization} lines={8}>
      {(organization) => (
        <div className="stack">
          <Summary organization={organization} />
          <nav className="tab-links" aria-label="Organization">
            {(Object.keys(ORGANIZATION_TABS) as (typeof tab)[]).map((one) => (
              <Link
                key={one}
                to="/organizations/$id"
                params={{ id }}
                search={one === 'users' ? {} : { tab: one }}
                aria-current={one === tab ? 'page' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
              >
                {ORGANIZATION_TABS[one]}
              </Link>
            ))}
          </nav>
          {tab === 'users' && <Users organization={organization} />}
          {tab === 'keys' && <Keys organizationId={organization.organization_id} />}
          {tab === 'quotas' && <Quotas organizationId={organization.organization_id} />}
          {tab === 'settings' && <Settings organization={organization} />}
        </div>
      )}
    </Loaded>
  );
}

function Summary({ organization }: { organization: Organization }) {
  const isOperator = useScope() === 'operator';
  const { organization_id, name, kind, timezone, created_at, disabled_at, email_domains } = organization;
  const change = useAction((client, disabled: boolean) =>
    client.updateOrganization({ path: { organization_id }, body: { disabled } }),
  );
  return (
    <Card title={KINDS[kind]} note={<StateBadge disabledAt={disabled_at} />}>
      <Facts
        rows={[
          ['ID', <code key="id">{organization_id}</code>],
          ['Time zone', timezone],
          ['Created', day(created_at)],
          ['Email domains', email_domains.length === 0 ? 'None assigned' : email_domains.join(', ')],
        ]}
      />
      {isOperator && kind !== 'operator' && (
        <div className="toolbar">
          {disabled_at === null ? (
            <ConfirmButton
              label="Disable organization"
              title={`Disable ${name}?`}
              text="Its keys and tokens stop working immediately and nobody can sign in. Its alerts are kept and keep firing. It can be enabled again."
              onConfirm={() => change.mutate(true)}
            />
          ) : (
            <Button small onClick={() => change.mutate(false)}>
              Enable organization
            </Button>
          )}
        </div>
      )}
      {change.isError && <Failure error={change.error} />}
    </Card>
  );
}
