import type { Watchlist } from '@milepost/sdk';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';
import { useTitle } from '../../lib/title.tsx';
import { useChangeView, useDialog, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Pager } from '../../parts/tables/pager.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { AddCarriers } from './add-carriers.tsx';
import { Events } from './events.tsx';
import { KINDS, WATCHERS } from './kinds.ts';
import { WatchlistForm, type WatchlistValues } from './watchlist-form.tsx';

export function Page() {
  const { id } = useParams({ from: '/watchlists/$id' });
  const list = useApi('getWatchlist', { path: { watchlist_id: id } });
  useTitle(list.data?.name ?? 'Watchlist');
  return (
    <Loaded query={list} lines={10} roles={WATCHERS}>
      {(list) => (
        <div className="stack">
          <Overview list={list} />
          <Carriers list={list} />
          <AddCarriers id={id} />
          <Events watchlistId={id} />
        </div>
      )}
    </Loaded>
  );
}

function Overview({ list }: { list: Watchlist }) {
  const { timezone } = useCustomer().identity;
  const navigate = useNavigate();
  const path = { watchlist_id: list.id };
  const [isEditing, setEditing] = useDialog('edit');
  const update = useAction(
    (client, body: WatchlistValues) => client.updateWatchlist({ path, body }),
    () => setEditing(false),
  );
  const remove = useAction(
    (client) => client.deleteWatchlist({ path }),
    () => navigate({ to: '/watchlists' }),
  );
  const { name, kinds, silence_days, emails, created_at } = list;
  const words = kinds.map((kind) =>
    kind === 'silence' ? `${KINDS[kind][0]} (${count(silence_days, 'day')})` : KINDS[kind][0],
  );
  return (
    <Card title="What it tells of" wide>
      <Facts
        rows={[
          ['Tells of', words.join(', ') || 'Nothing'],
          ['Emails to', emails.join(', ') || 'Nobody'],
          ['Webhooks', 'Those that subscribed to changes of watched carriers'],
          ['Created', localTime(new Date(created_at), timezone)],
        ]}
      />
      <div className="toolbar">
        <Button small onClick={() => setEditing(!isEditing)}>
          Edit
        </Button>
        <ConfirmButton
          label="Delete"
          title={`Delete ${name}?`}
          text="Its carriers are not watched any more, unless another list has them. The changes that were found stay."
          onConfirm={() => remove.mutate()}
        />
      </div>
      {isEditing && (
        <WatchlistForm
          formName={`edit-${list.id}`}
          initial={{ name, kinds, silence_days, emails }}
          submit="Save"
          action={update}
          onSubmit={(body) => update.mutate(body)}
        />
      )}
      {remove.error && <Failure error={remove.error} />}
    </Card>
  );
}

function Carriers({ list }: { list: Watchlist }) {
  const { timezone } = useCustomer().identity;
  const { after } = usePageSearch('watchlists');
  const change = useChangeView();
  const path = { watchlist_id: list.id };
  const carriers = useApi(
    'listWatchedCarriers',
    { path, query: { page_size: 25, ...(after && { cursor: after }) } },
    { keepPrevious: true },
  );
  const remove = useAction((client, usdot: string) =>
    client.removeWatchedCarrier({ path: { ...path, usdot_number: usdot } }),
  );
  const goTo = (cursor: string | undefined) => () => change({ after: cursor }, 'push');
  const csv = useAction(
    (client) => client.exportWatchedCarriers({ path }),
    (text) => saveText(`${list.name}.csv`, text),
  );
  return (
    <Card title="Carriers" note={<span className="quiet">{count(list.carriers, 'carrier')}</span>} wide>
      <Loaded query={carriers} lines={6}>
        {({ carriers, next_cursor }) =>
          carriers.length === 0 ? (
            <Empty title="No carriers yet.">
              Add them below, or with the button Watch of a carrier's page.
            </Empty>
          ) : (
            <>
              <div className="page-bar">
                <Button small disabled={csv.isPending} onClick={() => csv.mutate()}>
                  Export CSV
                </Button>
              </div>
              <Table
                caption="Carriers"
                rows={carriers}
                keyOf={({ usdot_number }) => usdot_number}
                columns={[
                  {
                    label: 'Carrier',
                    show: ({ usdot_number: usdot, legal_name }) => (
                      <Link to="/carriers/$usdot" params={{ usdot }}>
                        {legal_name || `USDOT ${usdot}`}
                      </Link>
                    ),
                  },
                  { label: 'USDOT', show: ({ usdot_number }) => usdot_number },
                  { label: 'Added', show: ({ added_at }) => localTime(new Date(added_at), timezone) },
                  {
                    label: 'Actions',
                    isActions: true,
                    show: ({ usdot_number: usdot, legal_name }) => (
                      <Button
                        small
                        disabled={remove.isPending}
                        aria-label={`Remove ${legal_name || `USDOT ${usdot}`}`}
                        onClick={() => remove.mutate(usdot)}
                      >
                        Remove
                      </Button>
                    ),
                  },
                ]}
              />
              <Pager
                labels={['First', 'Next']}
                onNewer={after === undefined ? undefined : goTo(undefined)}
                onOlder={next_cursor === null ? undefined : goTo(next_cursor)}
              />
            </>
          )
        }
      </Loaded>
      {remove.error && <Failure error={remove.error} />}
      {csv.error && <Failure error={csv.error} />}
    </Card>
  );
}

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
