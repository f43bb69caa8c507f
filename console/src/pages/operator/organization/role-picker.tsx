import { type Organization, type Role, restrictedRoles, roleMeanings } from '@milepost/sdk';
import type { InputHTMLAttributes, MouseEvent } from 'react';
import { useScope } from '../../../lib/api.tsx';
import type { Entered } from '../../../lib/form.ts';
import { count } from '../../../lib/format.ts';
import { Button } from '../../../parts/button.tsx';
import { PRESETS, presetOf } from './role-presets.ts';

const ROLES = Object.keys(roleMeanings) as Role[];
const RESTRICTED: readonly Role[] = restrictedRoles;

type Props = {
  organization: Organization;
  kind: 'person' | 'service';
  /** Roles that the user has already. */
  current?: Role[];
};

/** Checkboxes with the name `roles`. A role that the user of the page cannot assign is disabled, with the reason. */
export function RolePicker({ organization, kind, current = [] }: Props) {
  const isOperator = useScope() === 'operator';
  const available = kind === 'service' ? ROLES.filter((role) => role !== 'admin') : ROLES;
  const isLicensed = (role: Role) =>
    isOperator || !RESTRICTED.includes(role) || organization.licensed_roles.includes(role);
  const choose = (roles: readonly Role[]) => (event: MouseEvent<HTMLButtonElement>) => {
    const boxes = event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input[name=roles]:enabled');
    // As a person would, so that the form keeps what was chosen.
    for (const box of boxes ?? []) if (box.checked !== roles.includes(box.value as Role)) box.click();
  };
  return (
    <fieldset className="role-list">
      <legend>Roles</legend>
      <ul className="presets">
        {PRESETS.filter(({ isForServices }) => kind === 'person' || isForServices).map((preset) => {
          const missing = preset.roles.filter((role) => !isLicensed(role)).length;
          return (
            <li key={preset.label}>
              <Button small disabled={missing === preset.roles.length} onClick={choose(preset.roles)}>
                {preset.label}
              </Button>
              <span className="quiet">
                {preset.text}
                {missing > 0 &&
                  ` Without ${count(missing, 'role')} that your organization is not licensed for.`}
              </span>
            </li>
          );
        })}
      </ul>
      {available.map((role) => (
        <RoleBox
          key={role}
          name="roles"
          role={role}
          label={role === 'admin' ? `Administrator: ${startLow(roleMeanings[role])}` : roleMeanings[role]}
          note={isLicensed(role) ? '' : ' (not licensed to the organization)'}
          defaultChecked={current.includes(role)}
          disabled={!isLicensed(role) && !current.includes(role)}
        />
      ))}
    </fieldset>
  );
}

type RoleBoxProps = InputHTMLAttributes<HTMLInputElement> & { role: Role; label?: string; note?: string };

export function RoleBox({ role, label = roleMeanings[role], note = '', ...input }: RoleBoxProps) {
  return (
    <label className="role">
      <input {...input} type="checkbox" value={role} />
      <span>
        {label}
        {note !== '' && <span className="quiet">{note}</span>}
        <code>{role}</code>
      </span>
    </label>
  );
}

const startLow = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const rolesIn = ({ texts }: Entered) => texts('roles') as Role[];

export function rolesText(roles: Role[]): string {
  if (roles.length === 0) return 'None';
  const preset = presetOf(roles);
  if (preset !== undefined) return preset.label;
  const others = roles.filter((role) => role !== 'admin').length;
  const text = others === 0 ? '' : `${others} ${others === 1 ? 'role' : 'roles'}`;
  return roles.includes('admin') ? ['Administrator', text].filter(Boolean).join(' + ') : text;
}
