import type { SetSsoConnection, SsoConnection } from '@milepost/sdk';
import { useAction, useApi, useCustomer } from '../../../lib/api.tsx';
import type { Entered } from '../../../lib/form.ts';
import { localTime } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-view.ts';
import { Button } from '../../../parts/button.tsx';
import { Facts } from '../../../parts/card.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Check, Field } from '../../../parts/field.tsx';
import { Form, type Saving } from '../../../parts/form.tsx';
import { Modal } from '../../../parts/modal.tsx';
import { Failure, Skeleton } from '../../../parts/states.tsx';

/** The connection to the identity provider. Roles by group are set with the API or the command line, and are kept here. */
export function Sso({ organizationId }: { organizationId: number }) {
  const { timezone } = useCustomer().identity;
  const path = { organization_id: organizationId };
  const connection = useApi('getSsoConnection', { path });
  const [isOpen, setOpen] = useDialog('sso');
  const save = useAction((client, body: SetSsoConnection) => client.setSsoConnection({ path, body }));
  const remove = useAction((client) => client.removeSsoConnection({ path }));
  const isMissing = connection.error?.status === 404;
  const current = isMissing ? undefined : connection.data;
  if (connection.isError && !isMissing)
    return <Failure error={connection.error} onRetry={() => connection.refetch()} />;
  if (!isMissing && current === undefined) return <Skeleton lines={3} />;
  return (
    <>
      {current === undefined ? (
        <p className="quiet">No connection. People sign in with a password.</p>
      ) : (
        <Facts
          rows={[
            ['Issuer', current.issuer],
            ['Client ID', <code key="id">{current.client_id}</code>],
            ['New people', current.creates_users ? 'Created at their first sign-in' : 'Must be invited'],
            ['Roles', rolesSource(current)],
            ['Changed', localTime(new Date(current.updated_at), timezone)],
          ]}
        />
      )}
      <div className="toolbar">
        <Button small onClick={() => setOpen(true)}>
          {current === undefined ? 'Connect a provider' : 'Change connection'}
        </Button>
        {current !== undefined && (
          <ConfirmButton
            label="Remove connection"
            title="Remove the connection?"
            text="People can no longer sign in through the identity provider."
            onConfirm={() => remove.mutate()}
          />
        )}
      </div>
      {remove.isError && <Failure error={remove.error} />}
      <Modal
        open={isOpen}
        onOpenChange={setOpen}
        title="Identity provider"
        description="OpenID Connect. The provider is contacted when you save."
      >
        <ConnectionForm
          current={current}
          save={save}
          onSubmit={(body) => save.mutate(body, { onSuccess: () => setOpen(false) })}
        />
      </Modal>
    </>
  );
}

type FormProps = {
  current: SsoConnection | undefined;
  save: Saving;
  onSubmit: (body: SetSsoConnection) => void;
};

function ConnectionForm({ current, save, onSubmit }: FormProps) {
  const submit = ({ text, isChecked }: Entered) => {
    // Saving replaces all settings, so those that the form does not have are sent back.
    const { api_audience, groups_claim, group_roles, default_roles } = current ?? {};
    onSubmit({
      ...(current && { api_audience, groups_claim, group_roles, default_roles }),
      issuer: text('issuer').trim(),
      client_id: text('client_id').trim(),
      client_secret: text('client_secret').trim() || undefined,
      creates_users: isChecked('creates_users'),
    } as SetSsoConnection);
  };
  const text = { autoComplete: 'off', spellCheck: false, maxLength: 500, required: true };
  return (
    <Form name="sso" action={save} submit="Save connection" onSubmit={submit}>
      <Field
        {...text}
        label="Issuer"
        name="issuer"
        type="url"
        placeholder="https://login.example.com"
        defaultValue={current?.issuer}
      />
      <Field {...text} label="Client ID" name="client_id" defaultValue={current?.client_id} />
      <Field
        label="Client secret"
        name="client_secret"
        type="password"
        autoComplete="off"
        maxLength={1_024}
        required={current === undefined}
        hint={
          current === undefined
            ? 'Stored encrypted and never shown again.'
            : 'Leave it empty to keep the stored one.'
        }
      />
      <Check
        label="Create people at their first sign-in"
        name="creates_users"
        defaultChecked={current?.creates_users ?? false}
      >
        Otherwise they must be invited first.
      </Check>
    </Form>
  );
}

function rolesSource({ groups_claim, group_roles }: SsoConnection): string {
  const groups = Object.keys(group_roles).length;
  if (groups_claim === null || groups === 0) return 'Assigned by administrators';
  return `From ${groups} ${groups === 1 ? 'group' : 'groups'} of the provider`;
}
