import type { Watchlist } from '@milepost/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useAction, useApi, useMayReadObservations } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import { useDialog } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Events } from './events.tsx';
import { DEFAULT_KINDS, KINDS, WATCHERS } from './kinds.ts';
import { WatchlistForm, type WatchlistValues } from './watchlist-form.tsx';

export function Page() {
  const lists = useApi('listWatchlists', { query: { page_size: 200 } });
  const [isOpen, setOpen] = useDialog('new');
  return (
    <div className="stack">
      <Loaded query={lists} lines={6} roles={WATCHERS}>
        {({ watchlists }) => (
          <>
            <Card
              title="Watchlists"
              note={<span className="quiet">{count(watchlists.length, 'list')}</span>}
              wide
            >
              <div className="page-bar">
                <Button main small onClick={() => setOpen(true)}>
                  New watchlist
                </Button>
              </div>
              {watchlists.length === 0 ? (
                <Empty title="No watchlists yet.">
                  A watchlist tells you when one of its carriers changes: its authority, insurance, rating and
                  more.
                </Empty>
              ) : (
                <List watchlists={watchlists} />
              )}
            </Card>
            <Events />
          </>
        )}
      </Loaded>
      <Modal open={isOpen} onOpenChange={setOpen} title="New watchlist" wide>
        <Create />
      </Modal>
    </div>
  );
}

function List({ watchlists }: { watchlists: Watchlist[] }) {
  return (
    <ul className="results">
      {watchlists.map(({ id, name, kinds, carriers, emails }) => (
        <li key={id} className="result">
          <Link to="/watchlists/$id" params={{ id }} className="result-link" data-list-item>
            <span className="result-name">{name}</span>
            <span className="quiet">
              {kinds.map((kind) => KINDS[kind][0]).join(', ') || 'Tells of nothing'}
            </span>
            <span className="result-side">
              <span>{count(carriers, 'carrier')}</span>
              {emails.length > 0 && (
                <span className="quiet">{count(emails.length, 'email address', 'email addresses')}</span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Create() {
  const navigate = useNavigate();
  const maySee = useMayReadObservations();
  const create = useAction(
    (client, body: WatchlistValues) => client.createWatchlist({ body }),
    ({ id }) => navigate({ to: '/watchlists/$id', params: { id } }),
  );
  const kinds = maySee ? [...DEFAULT_KINDS, 'silence' as const] : [...DEFAULT_KINDS];
  return (
    <WatchlistForm
      formName="new-watchlist"
      initial={{ name: '', kinds, silence_days: 30, emails: [] }}
      submit="Create watchlist"
      action={create}
      onSubmit={(body) => create.mutate(body)}
    />
  );
}
