import type { ApiError, Organization, UpdateUser, User } from '@milepost/sdk';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCustomer } from '../../../lib/api.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Modal } from '../../../parts/admin/modal.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
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
  const resetPassword = useAction(
    (client, _: null) => client.resetUserPassword({ path }),
    ({ email }) => setDone(`A link for a new password was sent to ${email}.`),
  );
  const resetTotp = useAction(
    (client, _: null) => client.resetUserTotp({ path }),
    () => setDone('The one-time codes are removed. The user can set them up again.'),
  );
  const revoke = useAction(
    (client, _: null) => client.revokeUserTokens({ path }),
    () => setDone('The user is signed out everywhere.'),
  );
  const error: ApiError | null = update.error ?? resetPassword.error ?? resetTotp.error ?? revoke.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    update.mutate({ roles: rolesIn(new FormData(event.currentTarget)) });
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
      {error && <Failure error={error} />}
      {done !== null && !error && (
        <p className="notice" role="status">
          {done}
        </p>
      )}
      <form className="form" onSubmit={submit}>
        <RolePicker organization={organization} kind={user.kind} current={user.roles} />
        <div className="form-foot">
          <button type="submit" className="button button-main" disabled={update.isPending}>
            Save roles
          </button>
        </div>
      </form>
      <ul className="action-list">
        {isPerson && (
          <Action title="Password" text="Sends a link for a new password. It works once within an hour.">
            <button
              type="button"
              className="button button-small"
              disabled={resetPassword.isPending}
              onClick={() => resetPassword.mutate(null)}
            >
              Send reset link
            </button>
          </Action>
        )}
        {isPerson && user.has_totp && (
          <Action title="One-time codes" text="For a user who lost the device. Ends all sessions.">
            <ConfirmButton
              label="Reset codes"
              title={`Reset the one-time codes of ${user.email}?`}
              text="The user signs in with the password alone until new codes are set up. Make sure that the request comes from the user."
              onConfirm={() => resetTotp.mutate(null)}
            />
          </Action>
        )}
        <Action title="Sessions" text="All tokens stop working immediately.">
          <ConfirmButton
            label="Revoke tokens"
            title={`Sign ${user.email} out everywhere?`}
            text="All tokens of the user stop working immediately."
            onConfirm={() => revoke.mutate(null)}
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
              <button
                type="button"
                className="button button-small"
                onClick={() => update.mutate({ disabled: false })}
              >
                Enable user
              </button>
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
