import type { Organization, User } from '@milepost/sdk';
import { useApi, useCustomer } from '../../../lib/api.tsx';
import { count } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useOpened } from '../../../lib/use-view.ts';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Table } from '../../../parts/tables/table.tsx';
import { StateBadge } from '../organization-kind.tsx';
import { Invitations } from './invitations.tsx';
import { NewUser } from './new-user.tsx';
import { rolesText } from './role-picker.tsx';
import { UserDialog } from './user-dialog.tsx';

export function Users({ organization }: { organization: Organization }) {
  const { organization_id } = organization;
  const { value: openId, open, close } = useOpened('user');
  const { value: adding, open: add, close: closeNew } = useOpened('new');
  const { identity } = useCustomer();
  const users = useApi('listUsers', { path: { organization_id } });
  const now = useNow(60_000);
  const opened = users.data?.users.find(({ user_id }) => String(user_id) === openId);
  const buttons = (
    <span className="row">
      <Button small onClick={() => add('service')}>
        New service user
      </Button>
      <Button main small onClick={() => add('person')}>
        Invite a person
      </Button>
    </span>
  );
  return (
    <>
      <Card title="Users" note={buttons}>
        <Loaded query={users} lines={6}>
          {({ users }) =>
            users.length === 0 ? (
              <Empty title="No users yet.">Invite a person. The link can be used once within 7 days.</Empty>
            ) : (
              <>
                <p className="quiet">{count(users.length, 'user')}</p>
                <Table
                  caption="Users"
                  rows={users}
                  keyOf={({ user_id }) => user_id}
                  columns={[
                    {
                      label: 'Email',
                      show: ({ email, user_id, kind }) => (
                        <>
                          <span className="row-name">{email}</span>
                          {user_id === identity.user_id && <span className="quiet"> (you)</span>}
                          {kind === 'service' && <span className="quiet block">Service user</span>}
                        </>
                      ),
                    },
                    {
                      label: 'Roles',
                      show: ({ roles }) => <span title={roles.join('\n')}>{rolesText(roles)}</span>,
                    },
                    { label: 'Sign-in', show: signInOf },
                    {
                      label: 'Last sign-in',
                      show: ({ last_sign_in_at }) => <RelativeTime at={last_sign_in_at} now={now} />,
                    },
                    { label: 'State', show: ({ disabled_at }) => <StateBadge disabledAt={disabled_at} /> },
                    {
                      label: 'Actions',
                      isActions: true,
                      show: ({ user_id, email }) => (
                        <Button
                          small
                          aria-label={`Manage ${email}`}
                          data-list-item
                          onClick={() => open(String(user_id))}
                        >
                          Manage
                        </Button>
                      ),
                    },
                  ]}
                />
              </>
            )
          }
        </Loaded>
      </Card>
      <Invitations organizationId={organization_id} />
      {(adding === 'person' || adding === 'service') && (
        <NewUser kind={adding} organization={organization} onClose={closeNew} />
      )}
      {opened && (
        <UserDialog key={opened.user_id} user={opened} organization={organization} onClose={close} />
      )}
    </>
  );
}

function signInOf({ kind, uses_sso, has_totp, has_password }: User): string {
  if (kind === 'service') return 'API key and password';
  if (uses_sso) return 'Single sign-on';
  if (!has_password) return 'No password yet';
  return has_totp ? 'Password and code' : 'Password';
}
