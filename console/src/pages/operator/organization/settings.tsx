import type { Organization, PrivacySettings, UpdatePrivacySettings, UpdateSignInRules } from '@milepost/sdk';
import { useState } from 'react';
import { useAction, useApi, useScope } from '../../../lib/api.tsx';
import type { Entered } from '../../../lib/form.ts';
import { Card } from '../../../parts/card.tsx';
import { ConfirmDialog, type Question } from '../../../parts/confirm-button.tsx';
import { Check, Field } from '../../../parts/field.tsx';
import { Form, type Saving } from '../../../parts/form.tsx';
import { Failure, Loaded } from '../../../parts/states.tsx';
import { Licenses } from './licenses.tsx';
import { Sso } from './sso.tsx';

const MIN_SIGHTING_DAYS = 7;
const MAX_DAYS = 36_500;

export function Settings({ organization }: { organization: Organization }) {
  const isOperator = useScope() === 'operator';
  const path = { organization_id: organization.organization_id };
  const privacy = useApi('getOrganizationPrivacy', { path });
  return (
    <div className="cards settings">
      <Card title="Retention and privacy">
        <Loaded query={privacy} lines={11}>
          {(settings) => <Privacy settings={settings} />}
        </Loaded>
      </Card>
      <SignIn organization={organization} />
      {isOperator && <Licenses organization={organization} />}
    </div>
  );
}

/** Whether the change deletes data that is kept now. */
function deletesData(before: PrivacySettings, after: PrivacyForm): boolean {
  const kept = (days: number | null) => days ?? Number.POSITIVE_INFINITY;
  return (
    after.image_retention_days < before.image_retention_days ||
    kept(after.sighting_retention_days) < kept(before.sighting_retention_days)
  );
}

type PrivacyForm = Required<UpdatePrivacySettings>;

function Privacy({ settings }: { settings: PrivacySettings }) {
  const path = { organization_id: settings.organization_id };
  const save = useAction((client, body: PrivacyForm) => client.updateOrganizationPrivacy({ path, body }));
  const [question, setQuestion] = useState<Question | null>(null);
  const submit = (body: PrivacyForm) => {
    if (!deletesData(settings, body)) return save.mutate(body);
    setQuestion({
      label: 'Delete older data',
      title: 'Shorten the retention?',
      text: 'Image files and sightings that are older than the new limit are deleted within 15 minutes and cannot be restored.',
      onConfirm: () => save.mutate(body),
    });
  };
  return (
    <>
      <PrivacyFields key={JSON.stringify(settings)} settings={settings} save={save} onSubmit={submit} />
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

type PrivacyFieldsProps = {
  settings: PrivacySettings;
  save: Saving;
  onSubmit: (body: PrivacyForm) => void;
};

function PrivacyFields({ settings, save, onSubmit }: PrivacyFieldsProps) {
  const [isLimited, setIsLimited] = useState(settings.sighting_retention_days !== null);
  const submit = ({ text, isChecked }: Entered) => {
    onSubmit({
      image_retention_days: Number(text('image_retention_days')),
      sighting_retention_days: isLimited ? Number(text('sighting_retention_days')) : null,
      purpose_required: isChecked('purpose_required'),
    });
  };
  return (
    <Form name="privacy" action={save} submit="Save" saved="Saved." onSubmit={submit}>
      <Field
        label="Days until images are deleted"
        name="image_retention_days"
        type="number"
        min={1}
        max={MAX_DAYS}
        required
        defaultValue={settings.image_retention_days}
        hint="After the day of the capture, with what was read in them. A longer time applies to images that are sent from now on."
      />
      <Check
        label="Delete sightings after a time"
        name="is_limited"
        checked={isLimited}
        onChange={setIsLimited}
      >
        With their readings, evidence and matches. Otherwise they are kept without limit.
      </Check>
      {isLimited && (
        <Field
          label="Days until sightings are deleted"
          name="sighting_retention_days"
          type="number"
          min={MIN_SIGHTING_DAYS}
          max={MAX_DAYS}
          required
          defaultValue={settings.sighting_retention_days ?? 365}
          hint="A shorter time deletes data within 15 minutes. Deleted data cannot be restored."
        />
      )}
      <Check label="Require a purpose" name="purpose_required" defaultChecked={settings.purpose_required}>
        Requests that show plates or VINs are rejected without the header X-Purpose. The console asks for it
        once per session.
      </Check>
    </Form>
  );
}

function SignIn({ organization }: { organization: Organization }) {
  const path = { organization_id: organization.organization_id };
  const save = useAction((client, body: UpdateSignInRules) => client.updateSignInRules({ path, body }));
  const [question, setQuestion] = useState<Question | null>(null);
  const requireSso = (require_sso: boolean) => {
    if (!require_sso) return save.mutate({ require_sso });
    setQuestion({
      label: 'Require single sign-on',
      title: `Require single sign-on in ${organization.name}?`,
      text: 'All people of the organization are signed out. From then on they can sign in only through the identity provider.',
      onConfirm: () => save.mutate({ require_sso }),
    });
  };
  return (
    <Card title="Sign-in">
      <div className="form">
        <Check
          label="Require one-time codes"
          checked={organization.require_totp}
          disabled={save.isPending}
          onChange={(require_totp) => save.mutate({ require_totp })}
        >
          People who sign in with a password need a code of an authenticator app. Programs are exempt.
        </Check>
        <Check
          label="Require single sign-on"
          checked={organization.require_sso}
          disabled={save.isPending}
          onChange={requireSso}
        >
          Passwords of people are refused. Possible after an administrator has signed in through the provider;
          ends all sessions of people.
        </Check>
        {save.isError && <Failure error={save.error} />}
        <h3>Identity provider</h3>
        <Sso organizationId={organization.organization_id} />
      </div>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </Card>
  );
}
