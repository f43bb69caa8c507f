import type { CreateAlert } from '@milepost/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { useTitle } from '../../lib/title.tsx';
import { usePageSearch } from '../../lib/use-view.ts';
import { Failure, Skeleton } from '../../parts/states.tsx';
import { AlertForm } from './alert-form.tsx';

export function Page() {
  const { copy, left_out, ...given } = usePageSearch('newAlert');
  const { identity } = useCustomer();
  const navigate = useNavigate();
  useTitle(copy === undefined ? 'New alert' : 'Duplicate alert');
  const original = useApi('getAlert', { path: { id: copy ?? 0 } }, { enabled: copy !== undefined });
  const create = useAction(
    (client, body: CreateAlert) => client.createAlert({ body }),
    ({ id }) => navigate({ to: '/alerts/$id', params: { id: String(id) } }),
  );
  if (copy !== undefined && original.data === undefined) {
    return original.isError ? <Failure error={original.error} /> : <Skeleton lines={10} />;
  }
  const initial = original.data
    ? { ...original.data, alert_name: `${original.data.alert_name} (copy)` }
    : { email: identity.email, ...given };
  return (
    <div className="stack">
      {left_out !== undefined && (
        <p className="notice">An alert has no criterion for this part of the search: {left_out}.</p>
      )}
      {copy === undefined && (
        <p className="quiet">
          Many numbers?{' '}
          <Link to="/alerts" search={{ dialog: 'import' } as object}>
            Import a list
          </Link>
        </p>
      )}
      <AlertForm
        initial={initial}
        isNew
        submitLabel="Create alert"
        action={create}
        onSubmit={(body) => create.mutate(body)}
      />
    </div>
  );
}
