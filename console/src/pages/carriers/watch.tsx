import { Link } from '@tanstack/react-router';
import { useAction, useApi, useRoles } from '../../lib/api.tsx';
import { useDialog } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';

/** A button that opens the organization's watchlists, to put the carrier on them or take it off. */
export function Watch({ usdot }: { usdot: string }) {
  const has = useRoles();
  const [isOpen, setOpen] = useDialog('watch');
  if (!has('admin', 'watchlist-endpoint')) return null;
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Watch
      </Button>
      <Modal
        open={isOpen}
        onOpenChange={setOpen}
        title="Watch this carrier"
        description="A watchlist tells you when one of its carriers changes."
      >
        <Lists usdot={usdot} />
      </Modal>
    </>
  );
}

function Lists({ usdot }: { usdot: string }) {
  const all = useApi('listWatchlists', { query: { page_size: 200 } });
  const own = useApi('listWatchlists', { query: { page_size: 200, usdot_number: usdot } });
  const change = useAction((client, { id, isAdded }: { id: string; isAdded: boolean }) => {
    const path = { watchlist_id: id };
    return isAdded
      ? client.addWatchedCarriers({ path, body: { usdot_numbers: [usdot] } })
      : client.removeWatchedCarrier({ path: { ...path, usdot_number: usdot } });
  });
  const query = own.data === undefined && own.error === null ? { ...all, data: undefined } : all;
  const has = (id: string) => own.data?.watchlists.some((list) => list.id === id) ?? false;
  return (
    <Loaded query={query} lines={4}>
      {({ watchlists }) => (
        <div className="watch-lists">
          {watchlists.length === 0 && <Empty title="No watchlists yet.">Create one first.</Empty>}
          <ul className="results">
            {watchlists.map(({ id, name }) => (
              <li key={id} className="result">
                <Link to="/watchlists/$id" params={{ id }} className="result-link">
                  <span className="result-name">{name}</span>
                </Link>
                <Button
                  small
                  disabled={change.isPending}
                  aria-label={has(id) ? `Remove from ${name}` : `Add to ${name}`}
                  onClick={() => change.mutate({ id, isAdded: !has(id) })}
                >
                  {has(id) ? 'Remove' : 'Add'}
                </Button>
              </li>
            ))}
          </ul>
          {change.error && <Failure error={change.error} />}
          <p>
            <Link className="button button-small" to="/watchlists">
              All watchlists
            </Link>
          </p>
        </div>
      )}
    </Loaded>
  );
}
