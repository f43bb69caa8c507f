import { type Organization, type Role, restrictedRoles, roleMeanings } from '@milepost/sdk';
import { type FormEvent, type InputHTMLAttributes, useState } from 'react';
import { useScope } from '../../../lib/api.tsx';
import type { Entered } from '../../../lib/form.ts';
import { count } from '../../../lib/format.ts';
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
  const [chosen, setChosen] = useState<readonly string[]>(current);
  const boxesIn = (fieldset: HTMLFieldSetElement | null) => [
    ...(fieldset?.querySelectorAll<HTMLInputElement>('input[name=roles]:enabled') ?? []),
  ];
  const choose = (roles: readonly string[], fieldset: HTMLFieldSetElement | null) => {
    // As a person would, so that the form keeps what was chosen.
    for (const box of boxesIn(fieldset)) if (box.checked !== roles.includes(box.value)) box.click();
  };
  const note = ({ currentTarget }: FormEvent<HTMLFieldSetElement>) =>
    setChosen(boxesIn(currentTarget).flatMap(({ checked, value }) => (checked ? [value] : [])));
  const presets = PRESETS.filter(({ isForServices }) => kind === 'person' || isForServices);
  return (
    <fieldset className="role-picker" onChange={note}>
      <legend>Roles</legend>
      <ul className="presets">
        {presets.map(({ label, text, roles }) => {
          const granted = roles.filter(isLicensed);
          const missing = roles.length - granted.length;
          return (
            <li key={label}>
              <label className="role">
                <input
                  type="radio"
                  name="preset"
                  value={label}
                  disabled={granted.length === 0}
                  checked={granted.length > 0 && isSame(granted, chosen)}
                  onChange={({ target }) => choose(roles, target.closest('fieldset'))}
                />
                <span>
                  <strong>{label}</strong>
                  <span className="quiet block">
                    {text}
                    {missing > 0 &&
                      ` Without ${count(missing, 'role')} that your organization is not licensed for.`}
                  </span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      <details
        className="disclosure"
        open={current.length > 0 && !presets.some(({ roles }) => isSame(roles, current))}
      >
        <summary>
          Role by role: {chosen.length} of {available.length} chosen
        </summary>
        <div className="role-list">
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
        </div>
      </details>
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

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));

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
