import type { Alert, AlertMatch, ApiError } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useApi, useCustomer, useRoles } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';
import type { Search } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { PauseButton } from './alerts.tsx';
import { Criteria } from './criteria.tsx';
import { describeSighting } from './preview.tsx';

export function Page() {
  const { id } = useParams({ from: '/alerts/$id' });
  const alert = useApi('getAlert', { path: { id: Number(id) } });
  useTitle(alert.data?.alert_name ?? 'Alert');
  return (
    <Loaded query={alert} lines={8}>
      {(alert) => (
        <div className="stack">
          <Actions alert={alert} />
          <Card title="Alert">
            <Criteria alert={alert} />
            <Facts
              rows={[
                ['State', alert.disabled ? 'Paused' : 'Active'],
                ['Schedule', alert.alert_type === 'hot' ? 'Every 15 minutes' : 'Once a day in the morning'],
                ['Notify by', alert.notification_channels.join(' and ') || 'nothing'],
                ['Recipients', [alert.email, ...alert.cc_emails].join(', ')],
                ['Similar characters', alert.tolerance ? 'Treated as equal' : 'Not treated as equal'],
              ]}
            />
          </Card>
          <Matches id={alert.id} />
        </div>
      )}
    </Loaded>
  );
}

function Actions({ alert }: { alert: Alert }) {
  const { client } = useCustomer();
  const has = useRoles();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useMutation<undefined, ApiError>({
    mutationFn: () => client.deleteAlert({ path: { id: alert.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['listAlerts'] });
      navigate({ to: '/alerts' });
    },
  });
  return (
    <div className="toolbar">
      {has('admin', 'edit-alert-endpoint') && (
        <>
          <Link className="button button-small" to="/alerts/$id/edit" params={{ id: String(alert.id) }}>
            Edit
          </Link>
          <PauseButton alert={alert} />
        </>
      )}
      {has('admin', 'create-alert-endpoint') && (
        <Link className="button button-small" to="/alerts/new" search={{ copy: alert.id }}>
          Duplicate
        </Link>
      )}
      {has('admin', 'edit-alert-endpoint') && (
        <ConfirmButton
          label="Delete"
          title={`Delete “${alert.alert_name}”?`}
          text="Its matches are deleted too. This cannot be undone."
          onConfirm={() => remove.mutate()}
        />
      )}
      {remove.isError && <Failure error={remove.error} />}
    </div>
  );
}

function Matches({ id }: { id: number }) {
  const { page = 1 }: Search['paged'] = useSearch({ from: '/alerts/$id' });
  const navigate = useNavigate({ from: '/alerts/$id' });
  const matches = useApi(
    'listMatches',
    { path: { id }, query: { page, page_size: 20 } },
    { intervalMs: 15_000, keepPrevious: true },
  );
  const goTo = (next: number) => () => navigate({ search: next > 1 ? { page: next } : {} });
  const total = matches.data?.pagination.total;
  return (
    <Card
      title="Matches"
      note={total === undefined ? null : <span className="quiet">{count(total, 'match', 'matches')}</span>}
      wide
    >
      <Loaded query={matches} lines={8}>
        {({ matches, pagination }) => (
          <>
            {matches.length === 0 && (
              <Empty title="No matches yet.">New sightings are compared as they arrive.</Empty>
            )}
            <ul className="matches">
              {matches.map((match) => (
                <li key={match.match_id}>
                  <Match match={match} />
                </li>
              ))}
            </ul>
            <Pager
              onNewer={page > 1 ? goTo(page - 1) : undefined}
              onOlder={pagination.has_more ? goTo(page + 1) : undefined}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Match({ match: { sighting, fired_at, deliveries } }: { match: AlertMatch }) {
  const { timezone } = useCustomer().identity;
  return (
    <>
      <p>
        <strong>{localTime(new Date(sighting.time_captured), timezone)}</strong>{' '}
        {sighting.usdot_number !== '' && (
          <Link to="/carriers/$usdot" params={{ usdot: sighting.usdot_number }}>
            USDOT {sighting.usdot_number}
          </Link>
        )}
      </p>
      <p className="quiet">{describeSighting(sighting)}</p>
      <p className="tags">
        {fired_at === null && <span className="tag">Waiting for the next firing</span>}
        {deliveries.map(({ channel, target, state, attempts }) => (
          <span key={channel + target} className="tag">
            {channel} {target} <strong>{state}</strong>
            {attempts > 1 && ` after ${attempts} attempts`}
          </span>
        ))}
      </p>
    </>
  );
}
