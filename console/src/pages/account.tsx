import { ApiError } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { ALERT_READERS, useAction, useApi, useCustomer, useRoles } from '../lib/api.tsx';
import { chime, useSound } from '../lib/chime.ts';
import type { Entered } from '../lib/form.ts';
import { count } from '../lib/format.ts';
import { onThemeChange, readTheme, storeTheme, THEMES, type Theme } from '../lib/theme.ts';
import { useTitle } from '../lib/title.tsx';
import { Card, Facts } from '../parts/card.tsx';
import { Check, Field, Select } from '../parts/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { Sessions } from './account-sessions.tsx';
import { KINDS } from './operator/organization-kind.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Roles, ServiceStatus } from './service-and-roles.tsx';

const OWN_KIND: Record<string, string> = { ...KINDS, operator: 'Operator of this service' };

/** What concerns the signed-in user alone. */
export function Page() {
  useTitle('Your account');
  const { identity } = useCustomer();
  const has = useRoles();
  return (
    <div className="cards account-cards">
      <Card title="Account">
        <Facts
          rows={[
            ['Email', identity.email],
            ['User ID', <code key="user">{identity.user_id}</code>],
            ['Organization', identity.organization_name],
            ['Type', OWN_KIND[identity.organization_kind] ?? identity.organization_kind],
            ['Organization ID', <code key="organization">{identity.organization_id}</code>],
            ['Time zone', identity.timezone],
          ]}
        />
        {has('admin') && (
          <p>
            <Link
              to="/organizations/$id"
              params={{ id: String(identity.organization_id) }}
              search={{ tab: 'keys' }}
            >
              API keys of your organization
            </Link>
          </p>
        )}
      </Card>
      <Password />
      <SecondFactor />
      <Notifications />
      <Appearance />
      <ServiceStatus />
      <Sessions />
      <Roles roles={identity.roles} />
    </div>
  );
}

function Appearance() {
  const theme = useSyncExternalStore(onThemeChange, readTheme);
  return (
    <Card title="Appearance">
      <Select
        label="Theme"
        value={theme}
        onChange={({ target }) => storeTheme(target.value as Theme)}
        options={Object.entries(THEMES)}
      />
      <p className="quiet">Kept in this browser.</p>
    </Card>
  );
}

/** What reaches the user: emails of alerts, and the sound of new matches. */
function Notifications() {
  const { email } = useCustomer().identity;
  const mayRead = useRoles()('admin', ...ALERT_READERS);
  const { data } = useApi('listAlerts', {}, { enabled: mayRead });
  const [hasSound, setSound] = useSound();
  const sent = data?.alerts.filter(
    (alert) =>
      !alert.disabled &&
      alert.notification_channels.includes('email') &&
      [alert.email, ...alert.cc_emails].includes(email),
  );
  return (
    <Card title="Notifications">
      {mayRead ? (
        <p>
          {sent === undefined
            ? 'Alerts send emails to you.'
            : `${count(sent.length, 'alert')} ${sent.length === 1 ? 'sends' : 'send'} emails to you.`}{' '}
          <Link to="/alerts">Each alert says to whom.</Link>
        </p>
      ) : (
        <p className="quiet">Your roles include no alerts, so nothing is sent to you.</p>
      )}
      <Check
        label="Sound for new matches on Live"
        checked={hasSound}
        onChange={(isOn) => {
          setSound(isOn);
          if (isOn) chime();
        }}
      >
        Kept in this browser.
      </Check>
    </Card>
  );
}

type Passwords = { current_password: string; new_password: string; repeated: string };

function Password() {
  const change = useAction((client, { repeated, ...body }: Passwords) => {
    if (body.new_password !== repeated)
      return Promise.reject(new ApiError({ status: 0, detail: 'The passwords differ.' }));
    return client.changePassword({ body });
  });
  const submit = ({ text }: Entered, form: HTMLFormElement) =>
    change.mutate(
      {
        current_password: text('current_password'),
        new_password: text('new_password'),
        repeated: text('repeated'),
      },
      { onSuccess: () => form.reset() },
    );
  return (
    <Card title="Password">
      <Form
        name="password"
        action={change}
        submit="Change password"
        saved="The password is changed. Your other sessions have ended."
        onSubmit={submit}
      >
        <Field
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={1_024}
          required
          hint="At least 8 characters."
        />
        <Field
          label="Repeat the new password"
          name="repeated"
          type="password"
          autoComplete="new-password"
          required
        />
      </Form>
    </Card>
  );
}
