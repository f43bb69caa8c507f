import type { Invitation } from '@milepost/sdk';
import { useAction, useApi, useCustomer } from '../../../lib/api.tsx';
import { localTime, relativeTime } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card } from '../../../parts/card.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Failure } from '../../../parts/states.tsx';
import { Table } from '../../../parts/tables/table.tsx';
import { rolesText } from './role-picker.tsx';

/** Invitations that can still be accepted. */
export function Invitations({ organizationId }: { organizationId: number }) {
  const { timezone } = useCustomer().identity;
  const invitations = useApi('listInvitations', { path: { organization_id: organizationId } });
  const revoke = useAction((client, invitation_id: number) =>
    client.revokeInvitation({ path: { invitation_id } }),
  );
  const now = useNow(60_000);
  const isOpen = ({ accepted_at, revoked_at, expires_at }: Invitation) =>
    accepted_at === null && revoked_at === null && Date.parse(expires_at) > now;
  const open = invitations.data?.invitations.filter(isOpen) ?? [];
  if (invitations.isError) return <Failure error={invitations.error} onRetry={() => invitations.refetch()} />;
  if (open.length === 0) return null;
  return (
    <Card title="Open invitations">
      <Table
        caption="Open invitations"
        rows={open}
        keyOf={({ invitation_id }) => invitation_id}
        columns={[
          { label: 'Email', show: ({ email }) => <span className="row-name">{email}</span> },
          { label: 'Roles', show: ({ roles }) => rolesText(roles) },
          { label: 'Sent', show: ({ created_at }) => localTime(new Date(created_at), timezone) },
          { label: 'Expires', show: ({ expires_at }) => relativeTime(new Date(expires_at), now) },
          {
            label: 'Actions',
            isActions: true,
            show: ({ invitation_id, email }) => (
              <ConfirmButton
                label="Revoke"
                title={`Revoke the invitation of ${email}?`}
                text="Its link stops working."
                onConfirm={() => revoke.mutate(invitation_id)}
              />
            ),
          },
        ]}
      />
      {revoke.isError && <Failure error={revoke.error} />}
    </Card>
  );
}
