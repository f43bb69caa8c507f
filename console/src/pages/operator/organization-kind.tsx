import type { Organization } from '@milepost/sdk';

export const KINDS: Record<Organization['kind'], string> = {
  insurance: 'Insurer',
  broker: 'Broker',
  partner: 'Image partner',
  carrier: 'Motor carrier',
  operator: 'Operator',
};

export function StateBadge({ disabledAt }: { disabledAt: string | null }) {
  return disabledAt === null ? (
    <span className="badge badge-active">Enabled</span>
  ) : (
    <span className="badge badge-failed">Disabled</span>
  );
}
