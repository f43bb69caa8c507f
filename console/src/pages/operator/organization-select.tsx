import { useApi } from '../../lib/api.tsx';

type Props = { value: number | undefined; onChange: (organizationId: number | undefined) => void };

/** For the operator: one organization, or all. */
export function OrganizationSelect({ value, onChange }: Props) {
  const organizations = useApi('listOrganizations', {});
  return (
    <select
      className="input"
      aria-label="Organization"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    >
      <option value="">All organizations</option>
      {organizations.data?.organizations.map(({ organization_id, name }) => (
        <option key={organization_id} value={organization_id}>
          {name}
        </option>
      ))}
    </select>
  );
}
