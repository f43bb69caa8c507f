import type { CarrierSummary } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useApi, useMayReadObservations } from '../../lib/api.tsx';
import { count, place, trucksText } from '../../lib/format.ts';
import { recentCarriers } from '../../lib/recent-carriers.ts';
import { useVehicles } from '../../lib/use-vehicles.ts';
import { useChangeView, usePageSearch, useTypedText } from '../../lib/use-view.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { Vehicles } from './vehicles.tsx';

const MAX_COMPARED = 5;
const STATUSES = { active: 'Active', inactive: 'Inactive', pending: 'Pending', '': 'Status unknown' };

/** Search as you type. The query is in the URL, so a search can be shared and the browser's back button works. */
export function Page() {
  const { query = '', page = 1, chosen: chosenText = '' } = usePageSearch('carriers');
  const change = useChangeView();
  const [text, setText] = useTypedText(query, (next) =>
    change({ query: next || undefined, page: undefined }, 'replace'),
  );
  const chosen = listOf(chosenText);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const term = text.trim();
  const carriers = useApi(
    'searchCarriers',
    { query: { query: term, page } },
    { enabled: term !== '', keepPrevious: true },
  );
  const vehicles = useVehicles(term);
  const list = useRef<HTMLDivElement>(null);
  const hint = useMayReadObservations()
    ? 'Name, USDOT or MC number, city, plate or VIN'
    : 'Name, USDOT or MC number, city, state';
  const openFirst = () => list.current?.querySelector<HTMLElement>('[data-list-item]')?.click();
  const choose = useCallback(
    (next: string[]) => change({ chosen: next.join(',') || undefined }, 'replace'),
    [change],
  );
  return (
    <div className="stack" ref={list}>
      <search className="toolbar">
        <input
          ref={input}
          className="input input-large"
          type="search"
          aria-label="Search carriers"
          placeholder={hint}
          maxLength={200}
          value={text}
          onKeyDown={({ key }) => key === 'Enter' && openFirst()}
          onChange={({ target }) => setText(target.value)}
        />
        {chosen.length > 1 && (
          <Link className="button button-main" to="/carriers/compare" search={{ usdot: chosen.join(',') }}>
            Compare {chosen.length}
          </Link>
        )}
      </search>
      {term === '' ? (
        <Start hint={hint} />
      ) : (
        <>
          <Vehicles vehicles={vehicles} />
          <Loaded query={carriers} lines={10}>
            {({ carriers, pagination }) => (
              <section className="card" aria-label="Results">
                <p className="quiet" aria-live="polite">
                  {count(pagination.total, 'carrier')}
                  {pagination.total >= 1_000 && ' or more; add a city or state to narrow the search'}
                </p>
                {carriers.length === 0 && vehicles.length > 0 ? null : carriers.length === 0 ? (
                  <Empty title="No carrier matches this search.">
                    Check the spelling, or search for the USDOT number.
                  </Empty>
                ) : (
                  <Results carriers={carriers} chosenText={chosenText} onChoose={choose} />
                )}
                <Paged page={page} hasMore={pagination.has_more} labels={['Previous', 'Next']} />
              </section>
            )}
          </Loaded>
        </>
      )}
    </div>
  );
}

const listOf = (chosen: string) => (chosen === '' ? [] : chosen.split(','));

/** Before a search: the carriers opened last, and how to search. */
function Start({ hint }: { hint: string }) {
  const [recent] = useState(recentCarriers);
  return (
    <>
      {recent.length > 0 && (
        <Card title="Opened last">
          <ul className="results">
            {recent.map(({ usdot, name }) => (
              <li key={usdot} className="result">
                <Link to="/carriers/$usdot" params={{ usdot }} className="result-link" data-list-item>
                  <span className="result-name">{name}</span>
                  <span className="quiet">USDOT {usdot}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <section className="card" aria-label="How to search">
        <Empty title="Find a motor carrier">
          {hint}. Press Enter to open the first result, or <kbd>j</kbd> and <kbd>k</kbd> to move through the
          list.
        </Empty>
      </section>
    </>
  );
}

/** The census says "active" of a carrier that is under an order. */
function Status({ carrier: { carrier_status, is_out_of_service } }: { carrier: CarrierSummary }) {
  if (is_out_of_service) return <span className="badge badge-failed">Out of service</span>;
  return <span className={`badge badge-${carrier_status || 'unknown'}`}>{STATUSES[carrier_status]}</span>;
}

type ResultsProps = {
  carriers: CarrierSummary[];
  chosenText: string;
  onChoose: (chosen: string[]) => void;
};

/** Memoized: a keystroke does not render the list again, only its result does. */
const Results = memo(function Results({ carriers, chosenText, onChoose }: ResultsProps) {
  const chosen = listOf(chosenText);
  const toggle = (usdot: string) =>
    onChoose(chosen.includes(usdot) ? chosen.filter((one) => one !== usdot) : [...chosen, usdot]);
  return (
    <ul className="results">
      {carriers.map((carrier) => {
        const { usdot_number: usdot, legal_name, dba_name, docket_number } = carrier;
        const isChosen = chosen.includes(usdot);
        return (
          <li key={usdot} className="result">
            <input
              type="checkbox"
              aria-label={`Compare ${legal_name}`}
              checked={isChosen}
              disabled={!isChosen && chosen.length >= MAX_COMPARED}
              onChange={() => toggle(usdot)}
            />
            <Link to="/carriers/$usdot" params={{ usdot }} className="result-link" data-list-item>
              <span className="result-name">
                {legal_name}
                {dba_name !== '' && <span className="quiet"> · {dba_name}</span>}
              </span>
              <span className="quiet">
                {[`USDOT ${usdot}`, docket_number, place(carrier.phy_city, carrier.phy_state)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="result-side">
                <Status carrier={carrier} />
                <span className="quiet">{trucksText(carrier.power_units)}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
});
