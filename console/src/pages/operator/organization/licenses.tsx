import { type Organization, type Role, restrictedRoles, type UpdateOrganization } from '@milepost/sdk';
import { useState } from 'react';
import { useAction } from '../../../lib/api.tsx';
import type { Entered } from '../../../lib/form.ts';
import { Card } from '../../../parts/card.tsx';
import { ConfirmDialog, type Question } from '../../../parts/confirm-button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { RoleBox } from './role-picker.tsx';

/** What only the operator decides: the name, licensed roles and email domains. */
export function Licenses({ organization }: { organization: Organization }) {
  const path = { organization_id: organization.organization_id };
  const save = useAction((client, body: UpdateOrganization) => client.updateOrganization({ path, body }));
  const [question, setQuestion] = useState<Question | null>(null);
  const submit = ({ text, texts }: Entered) => {
    const domains = text('email_domains').split(/[\s,]+/);
    const licensed = texts('licenses') as Role[];
    const body = {
      name: text('name'),
      licensed_roles: licensed,
      email_domains: domains.filter((domain) => domain !== ''),
    };
    const removed = organization.licensed_roles.filter((role) => !licensed.includes(role));
    if (removed.length === 0) return save.mutate(body);
    setQuestion({
      label: 'Remove licenses',
      title: `Remove ${removed.length === 1 ? 'a license' : `${removed.length} licenses`} of ${organization.name}?`,
      text: `All its users lose ${removed.join(', ')} immediately.`,
      onConfirm: () => save.mutate(body),
    });
  };
  return (
    <Card title="Set by the operator">
      <Form
        key={JSON.stringify(organization)}
        name="licenses"
        action={save}
        submit="Save"
        saved="Saved."
        onSubmit={submit}
      >
        <Field label="Name" name="name" required maxLength={200} defaultValue={organization.name} />
        <Field
          label="Email domains"
          name="email_domains"
          defaultValue={organization.email_domains.join(', ')}
          placeholder="acme.example"
          hint="Separated by commas. Assign a domain only after making sure that it is the customer's."
        />
        <fieldset className="role-list">
          <legend>Licensed roles</legend>
          {restrictedRoles.map((role) => (
            <RoleBox
              key={role}
              name="licenses"
              role={role}
              defaultChecked={organization.licensed_roles.includes(role)}
            />
          ))}
          <p className="field-hint">A role that is no longer licensed is taken from all users.</p>
        </fieldset>
      </Form>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </Card>
  );
}
