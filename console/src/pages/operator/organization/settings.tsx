import type { Organization, PrivacySettings, UpdatePrivacySettings, UpdateSignInRules } from '@milepost/sdk';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi, useCustomer } from '../../../lib/api.tsx';
import { localTime } from '../../../lib/format.ts';
import { useScope } from '../../../lib/scope.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card, Facts } from '../../../parts/card.tsx';
import { Field } from '../../../parts/field.tsx';
import { Failure, Loaded, Skeleton } from '../../../parts/states.tsx';
import { Licenses } from './licenses.tsx';

const MIN_SIGHTING_DAYS = 7;
const MAX_DAYS = 36_500;

export function Settings({ organization }: { organization: Organization }) {
  const isOperator = useScope() === 'operator';
  const path = { organization_id: organization.organization_id };
  const privacy = useApi('getOrganizationPrivacy', { path });
  return (
    <div className="cards settings">
      <Loaded query={privacy} lines={6}>
        {(settings) => <Privacy key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
      <SignIn organization={organization} />
      {isOperator && <Licenses key={JSON.stringify(organization)} organization={organization} />}
    </div>
  );
}

/** A notice after a successful change, for screen readers too. */
export function Saved({ show }: { show: boolean }) {
  return (
    <span className="quiet" role="status">
      {show ? 'Saved.' : ''}
    </span>
  );
}

function Privacy({ settings }: { settings: PrivacySettings }) {
  const path = { organization_id: settings.organization_id };
  const save = useAction((client, body: UpdatePrivacySettings) =>
    client.updateOrganizationPrivacy({ path, body }),
  );
  const [isLimited, setIsLimited] = useState(settings.sighting_retention_days !== null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    save.mutate({
      image_retention_days: Number(values.get('images')),
      sighting_retention_days: isLimited ? Number(values.get('sightings')) : null,
      purpose_required: values.get('purpose') !== null,
    });
  };
  return (
    <Card title="Retention and privacy">
      <form className="form" onSubmit={submit}>
        <Field
          label="Days until image files are deleted"
          name="images"
          type="number"
          min={1}
          max={MAX_DAYS}
          required
          defaultValue={settings.image_retention_days}
        />
        <Check label="Delete sightings after a time" checked={isLimited} onChange={setIsLimited}>
          With their readings, evidence and matches. Otherwise they are kept without limit.
        </Check>
        {isLimited && (
          <Field
            label="Days until sightings are deleted"
            name="sightings"
            type="number"
            min={MIN_SIGHTING_DAYS}
            max={MAX_DAYS}
            required
            defaultValue={settings.sighting_retention_days ?? 365}
            hint="A shorter time deletes data within 15 minutes. Deleted data cannot be restored."
          />
        )}
        <Check label="Require a purpose" name="purpose" defaultChecked={settings.purpose_required}>
          Requests that show plates or VINs are rejected without the header X-Purpose. The console asks for it
          once per session.
        </Check>
        {save.isError && <Failure error={save.error} />}
        <div className="form-foot">
          <button type="submit" className="button button-main" disabled={save.isPending}>
            Save
          </button>
          <Saved show={save.isSuccess} />
        </div>
      </form>
    </Card>
  );
}

type CheckProps = {
  label: string;
  name?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  onChange?: (checked: boolean) => void;
  children: ReactNode;
};

export function Check({ label, name, checked, defaultChecked, onChange, children }: CheckProps) {
  return (
    <label className="role role-plain">
      <input
        type="checkbox"
        name={name}
        {...(checked === undefined ? { defaultChecked } : { checked })}
        onChange={({ target }) => onChange?.(target.checked)}
      />
      <span>
        {label}
        <span className="quiet block">{children}</span>
      </span>
    </label>
  );
}

function SignIn({ organization }: { organization: Organization }) {
  const { timezone } = useCustomer().identity;
  const path = { organization_id: organization.organization_id };
  const connection = useApi('getSsoConnection', { path });
  const save = useAction((client, body: UpdateSignInRules) => client.updateSignInRules({ path, body }));
  const isMissing = connection.error?.status === 404;
  return (
    <Card title="Sign-in">
      <div className="form">
        <Check
          label="Require one-time codes"
          checked={organization.require_totp}
          onChange={(require_totp) => save.mutate({ require_totp })}
        >
          People who sign in with a password need a code of an authenticator app. Programs are exempt.
        </Check>
        <Check
          label="Require single sign-on"
          checked={organization.require_sso}
          onChange={(require_sso) => save.mutate({ require_sso })}
        >
          Passwords of people are refused. Possible after an administrator has signed in through the provider;
          ends all sessions of people.
        </Check>
        {save.isError && <Failure error={save.error} />}
        <h3>Identity provider</h3>
        {isMissing ? (
          <p className="quiet">
            No connection. Set it up with <code>POST /admin/organizations/{path.organization_id}/sso</code> or{' '}
            <code>milepost sso set</code>.
          </p>
        ) : connection.isError ? (
          <Failure error={connection.error} onRetry={() => connection.refetch()} />
        ) : connection.data === undefined ? (
          <Skeleton lines={3} />
        ) : (
          <Facts
            rows={[
              ['Issuer', connection.data.issuer],
              ['Client ID', <code key="id">{connection.data.client_id}</code>],
              [
                'New people',
                connection.data.creates_users ? 'Created at their first sign-in' : 'Must be invited',
              ],
              ['Roles', rolesSource(connection.data)],
              ['Changed', localTime(new Date(connection.data.updated_at), timezone)],
            ]}
          />
        )}
      </div>
    </Card>
  );
}

function rolesSource({
  groups_claim,
  group_roles,
}: {
  groups_claim: string | null;
  group_roles: object;
}): string {
  const groups = Object.keys(group_roles).length;
  if (groups_claim === null || groups === 0) return 'Assigned by administrators';
  return `From ${groups} ${groups === 1 ? 'group' : 'groups'} of the provider`;
}
