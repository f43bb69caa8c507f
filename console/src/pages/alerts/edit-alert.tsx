import type { Alert, ApiError, EditAlert } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { useTitle } from '../../lib/title.tsx';
import { Loaded } from '../../parts/states.tsx';
import { AlertForm } from './alert-form.tsx';

export function Page() {
  const { id } = useParams({ from: '/alerts/$id/edit' });
  const alert = useApi('getAlert', { path: { id: Number(id) } });
  useTitle('Edit alert');
  return (
    <Loaded query={alert} lines={10}>
      {(alert) => <Edit key={alert.id} alert={alert} />}
    </Loaded>
  );
}

function Edit({ alert }: { alert: Alert }) {
  const { client } = useCustomer();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const edit = useMutation<Alert, ApiError, EditAlert>({
    mutationFn: (body) => client.editAlert({ path: { id: alert.id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries();
      navigate({ to: '/alerts/$id', params: { id: String(alert.id) } });
    },
  });
  return (
    <AlertForm
      initial={alert}
      isNew={false}
      submitLabel="Save"
      error={edit.error}
      isPending={edit.isPending}
      onSubmit={(body) => edit.mutate(body)}
    />
  );
}
