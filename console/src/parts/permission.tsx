import { Link } from '@tanstack/react-router';
import { LockIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Scope, useCustomer, useScope } from '../lib/api.tsx';
import { useTitle } from '../lib/title.tsx';

type Props = { needs: Exclude<Scope, null>; children: ReactNode };

/** The children, or an explanation for users whom the API would reject. */
export function Permission({ needs, children }: Props) {
  const scope = useScope();
  if (scope === 'operator' || scope === needs) return children;
  return <Denied needs={needs} />;
}

function Denied({ needs }: Pick<Props, 'needs'>) {
  const { identity } = useCustomer();
  useTitle('No access');
  return (
    <section className="card permission" aria-labelledby="permission-title">
      <span className="permission-icon">
        <LockIcon />
      </span>
      <h2 id="permission-title">You cannot open this page</h2>
      <p className="quiet">
        {needs === 'operator'
          ? 'It is for administrators of the organization that operates this service.'
          : 'It is for administrators of your organization.'}{' '}
        You are signed in as {identity.email} of {identity.organization_name}.
      </p>
      <p className="row permission-actions">
        <Link className="button" to="/">
          Go to the overview
        </Link>
      </p>
    </section>
  );
}
