import { type Organization, type Role, restrictedRoles, roleMeanings } from '@milepost/sdk';
import { useScope } from '../../../lib/scope.ts';

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
  return (
    <fieldset className="role-list">
      <legend>Roles</legend>
      {available.map((role) => (
        <label key={role} className="role">
          <input
            type="checkbox"
            name="roles"
            value={role}
            defaultChecked={current.includes(role)}
            disabled={!isLicensed(role) && !current.includes(role)}
          />
          <span>
            {role === 'admin' ? `Administrator: ${startLow(roleMeanings[role])}` : roleMeanings[role]}
            {!isLicensed(role) && <span className="quiet"> (not licensed to the organization)</span>}
            <code>{role}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const startLow = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const rolesIn = (values: FormData) => values.getAll('roles').map(String) as Role[];

export function rolesText(roles: Role[]): string {
  if (roles.length === 0) return 'None';
  const others = roles.filter((role) => role !== 'admin').length;
  const text = others === 0 ? '' : `${others} ${others === 1 ? 'role' : 'roles'}`;
  return roles.includes('admin') ? ['Administrator', text].filter(Boolean).join(' + ') : text;
}
