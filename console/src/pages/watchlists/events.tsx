import type { WatchEvent } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { ArrowRightIcon } from 'lucide-react';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { fieldLabel, localTime, number, withDays } from '../../lib/format.ts';
import { useChangeView, usePageSearch } from '../../lib/use-view.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Pager } from '../../parts/tables/pager.tsx';
import { KINDS, type WatchKind } from './kinds.ts';

const REFRESH_MS = 30_000;
/** Kinds with several facts. The others are told in a sentence. */
const COMPARED: readonly WatchKind[] = ['authority', 'insurance', 'rating', 'contact'];

/** The changes that were found, of one list or of all, with before and after. */
export function Events({ watchlistId }: { watchlistId?: string }) {
  const { before } = usePageSearch('watchlists');
  const change = useChangeView();
  const events = useApi(
    'listWatchlistEvents',
    {
      query: {
        page_size: 25,
        ...(watchlistId && { watchlist_id: watchlistId }),
        ...(before && { cursor: before }),
      },
    },
    { intervalMs: REFRESH_MS, keepPrevious: true },
  );
  const goTo = (cursor: string | undefined) => () => change({ before: cursor }, 'push');
  return (
    <Card title="Changes" note={<span className="quiet">Kept for two years</span>} wide>
      <Loaded query={events} lines={8}>
        {({ events, next_cursor }) => (
          <>
            {events.length === 0 && (
              <Empty title="No changes yet.">
                Carriers are compared after every import and every sighting. What is known when a carrier is
                added is the start.
              </Empty>
            )}
            <ul className="watch-events">
              {events.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ul>
            <Pager
              labels={['Newest', 'Older']}
              onNewer={before === undefined ? undefined : goTo(undefined)}
              onOlder={next_cursor === null ? undefined : goTo(next_cursor)}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Event({ event }: { event: WatchEvent }) {
  const { timezone } = useCustomer().identity;
  const { kind, usdot_number: usdot, legal_name, found_at, summary, before, after, watchlists } = event;
  const isCompared = COMPARED.includes(kind);
  return (
    <li className="watch-event">
      <div>
        <span className="badge badge-none">{KINDS[kind][0]}</span>{' '}
        <Link to="/carriers/$usdot" params={{ usdot }}>
          {legal_name || `USDOT ${usdot}`}
        </Link>{' '}
        <span className="quiet">
          USDOT {usdot} · {localTime(new Date(found_at), timezone)}
          {watchlists.length > 0 && ` · ${watchlists.map(({ name }) => name).join(', ')}`}
        </span>
      </div>
      {isCompared ? (
        <dl className="facts">
          {Object.keys(after).map((name) => (
            <div key={name} className="watch-fact">
              <dt>{labelOf(kind, name)}</dt>
              <dd>
                <del>{shown(name, before[name])}</del> <ArrowRightIcon />
                <span className="hidden">then</span> <ins>{shown(name, after[name])}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{withDays(summary)}</p>
      )}
    </li>
  );
}

function shown(name: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'number') return name.endsWith('_dollars') ? `$${number(value)}` : number(value);
  return withDays(value);
}

/** `common_property` of authorities is "Common authority (property)". */
function labelOf(kind: WatchKind, name: string): string {
  if (kind !== 'authority') return fieldLabel(name);
  const [type = '', ...cargo] = name.split('_');
  return `${fieldLabel(type)} authority${cargo.length > 0 ? ` (${cargo.join(' ')})` : ''}`;
}
