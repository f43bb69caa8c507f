import type { Alert, AlertCriteria } from '@milepost/sdk';
import { CRITERIA } from '../../lib/generated/criteria.ts';

/** The criteria that are set, for display. */
export function Criteria({ alert }: { alert: Alert }) {
  const set = CRITERIA.filter(({ name }) => alert[name]);
  if (set.length === 0) return <span className="quiet">No criteria: matches nothing</span>;
  return (
    <span className="tags">
      {set.map(({ name, label }) => (
        <span key={name} className="tag">
          {label} <strong>{alert[name]}</strong>
        </span>
      ))}
    </span>
  );
}

/** Only the criteria of an alert or form, without empty values. */
export function criteriaOf(values: Partial<Record<string, unknown>>): AlertCriteria {
  const criteria: Record<string, unknown> = {};
  for (const { name, exactFlag } of CRITERIA) {
    const value = String(values[name] ?? '').trim();
    if (value === '') continue;
    criteria[name] = value;
    if (exactFlag !== null && values[exactFlag] === true) criteria[exactFlag] = true;
  }
  if (values.tolerance === true) criteria.tolerance = true;
  return criteria as AlertCriteria;
}
