import { type Organization, type Role, roleMeanings, type UpdateOrganization } from '@milepost/sdk';
import type { FormEvent } from 'react';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../parts/card.tsx';
import { Field } from '../../../parts/field.tsx';
import { Failure } from '../../../parts/states.tsx';
import { RESTRICTED } from './role-picker.tsx';
import { Saved } from './settings.tsx';

/** What only the operator decides: the name, licensed roles and email domains. */
export function Licenses({ organization }: { organization: Organization }) {
  const path = { organization_id: organization.organization_id };
  const save = useAction((client, body: UpdateOrganization) => client.updateOrganization({ path, body }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const domains = String(values.get('domains')).split(/[\s,]+/);
    save.mutate({
      name: String(values.get('name')),
      licensed_roles: values.getAll('licenses').map(String) as Role[],
      email_domains: domains.filter((domain) => domain !== ''),
    });
  };
  return (
    <Card title="Set by the operator">
      <form className="form" onSubmit={submit}>
        <Field label="Name" name="name" required maxLength={200} defaultValue={organization.name} />
        <Field
          label="Email domains"
          name="domains"
          defaultValue={organization.email_domains.join(', ')}
          placeholder="acme.example"
          hint="Separated by commas. Assign a domain only after making sure that it is the customer's."
        />
        <fieldset className="role-list">
          <legend>Licensed roles</legend>
          {RESTRICTED.map((role) => (
            <label key={role} className="role">
              <input
                type="checkbox"
                name="licenses"
                value={role}
                defaultChecked={organization.licensed_roles.includes(role)}
              />
              <span>
                {roleMeanings[role]}
                <code>{role}</code>
              </span>
            </label>
          ))}
          <p className="field-hint">A role that is no longer licensed is taken from all users.</p>
        </fieldset>
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
