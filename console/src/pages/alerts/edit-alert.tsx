import type { Alert, EditAlert } from '@milepost/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAction, useApi } from '../../lib/api.tsx';
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
  const navigate = useNavigate();
  const edit = useAction((client, body: EditAlert) => client.editAlert({ path: { id: alert.id }, body }));
  // After the data is loaded again, so that the page of the alert never shows the old values.
  const onSuccess = () => navigate({ to: '/alerts/$id', params: { id: String(alert.id) } });
  return (
    <AlertForm
      initial={alert}
      isNew={false}
      submitLabel="Save"
      action={edit}
      onSubmit={(body) => edit.mutate(body, { onSuccess })}
    />
  );
}
