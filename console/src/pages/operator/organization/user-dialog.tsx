import type { Client, Organization, UpdateUser, User } from '@milepost/sdk';
import { type ReactNode, useState } from 'react';
import { useAction, useCustomer } from '../../../lib/api.tsx';
import { Button } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Form } from '../../../parts/form.tsx';
import { Modal } from '../../../parts/modal.tsx';
import { Failure } from '../../../parts/states.tsx';
import { RolePicker, rolesIn } from './role-picker.tsx';

type Props = { user: User; organization: Organization; onClose: () => void };

/** Roles, password, one-time codes and sessions of one user. */
export function UserDialog({ user, organization, onClose }: Props) {
  const { identity } = useCustomer();
  const path = { user_id: user.user_id };
  const [done, setDone] = useState<string | null>(null);
  const update = useAction(
    (client, body: UpdateUser) => client.updateUser({ path, body }),
    ({ disabled_at, roles }) =>
      setDone(
        disabled_at !== user.disabled_at
          ? `The user is ${disabled_at === null ? 'enabled' : 'disabled'}.`
          : `Saved: ${roles.length} ${roles.length === 1 ? 'role' : 'roles'}.`,
      ),
  );
  /** An action tells what it has done. */
  const act = useAction((client, run: (client: Client) => Promise<string>) => run(client), setDone);
  const sendLink = async (client: Client) => {
    const { email } = await client.resetUserPassword({ path });
    return `A link for a new password was sent to ${email}.`;
  };
  const resetTotp = async (client: Client) => {
    await client.resetUserTotp({ path });
    return 'The one-time codes are removed. The user can set them up again.';
  };
  const revoke = async (client: Client) => {
    await client.revokeUserTokens({ path });
    return 'The user is signed out everywhere.';
  };
  const isPerson = user.kind === 'person';
  const isSelf = user.user_id === identity.user_id;
  return (
    <Modal
      open
      onOpenChange={onClose}
      wide
      title={user.email}
      description={`${isPerson ? 'Person' : 'Service user'} of ${organization.name}`}
    >
      {act.error && <Failure error={act.error} />}
      {done !== null && !act.error && !update.error && (
        <p className="notice" role="status">
          {done}
        </p>
      )}
      <Form
        name={`roles ${user.user_id}`}
        action={update}
        submit="Save roles"
        onSubmit={(values) => update.mutate({ roles: rolesIn(values) })}
      >
        <RolePicker organization={organization} kind={user.kind} current={user.roles} />
      </Form>
      <ul className="action-list">
        {isPerson && (
          <Action title="Password" text="Sends a link for a new password. It works once within an hour.">
            <Button small disabled={act.isPending} onClick={() => act.mutate(sendLink)}>
              Send reset link
            </Button>
          </Action>
        )}
        {isPerson && user.has_totp && (
          <Action title="One-time codes" text="For a user who lost the device. Ends all sessions.">
            <ConfirmButton
              label="Reset codes"
              title={`Reset the one-time codes of ${user.email}?`}
              text="The user signs in with the password alone until new codes are set up. Make sure that the request comes from the user."
              onConfirm={() => act.mutate(resetTotp)}
            />
          </Action>
        )}
        <Action title="Sessions" text="All tokens stop working immediately.">
          <ConfirmButton
            label="Revoke tokens"
            title={`Sign ${user.email} out everywhere?`}
            text="All tokens of the user stop working immediately."
            onConfirm={() => act.mutate(revoke)}
          />
        </Action>
        {!isSelf && (
          <Action
            title={user.disabled_at === null ? 'Enabled' : 'Disabled'}
            text="A disabled user cannot sign in. Its alerts are kept."
          >
            {user.disabled_at === null ? (
              <ConfirmButton
                label="Disable user"
                title={`Disable ${user.email}?`}
                text="The user cannot sign in, and all its tokens stop working. It can be enabled again."
                onConfirm={() => update.mutate({ disabled: true })}
              />
            ) : (
              <Button small onClick={() => update.mutate({ disabled: false })}>
                Enable user
              </Button>
            )}
          </Action>
        )}
      </ul>
    </Modal>
  );
}

function Action({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <p>
        {title}
        <span className="quiet block">{text}</span>
      </p>
      {children}
    </li>
  );
}
