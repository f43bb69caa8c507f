import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useApi, useMayReadObservations } from '../lib/api.tsx';
import { count, place } from '../lib/format.ts';
import { useVehicles } from '../lib/use-vehicles.ts';

type Page = { to: string; label: string; icon: ReactNode };
type Props = {
  open: boolean;
  onClose: () => void;
  /** Called when the dialog has disappeared, to move the focus: it has no trigger that would get it. */
  onClosed: () => void;
  pages: Page[];
};

const MIN_LETTERS = 2;
const MAX_CARRIERS = 8;

/** Search carriers and go to pages, by keyboard. Opens with `/` or Ctrl+K. */
export function Palette({ open, onClose, onClosed, pages }: Props) {
  return (
    <Command.Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      label="Search"
      shouldFilter={false}
      className="palette"
      overlayClassName="overlay"
      loop
    >
      <Results pages={pages} onClosed={onClosed} />
    </Command.Dialog>
  );
}

function Results({ pages, onClosed }: Pick<Props, 'pages' | 'onClosed'>) {
  const closed = useRef(onClosed);
  useEffect(() => {
    // The dialog itself moves the focus in the next task after it was removed.
    return () => void setTimeout(() => closed.current(), 0);
  }, []);
  const navigate = useNavigate();
  /** The chosen page takes the place of the dialog in the history. Its URL lacks the parameter that opens the dialog. */
  const go = (options: NavigateOptions) => navigate({ ...options, replace: true });
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const isSearch = query.length >= MIN_LETTERS;
  const carriers = useApi('searchCarriers', { query: { query } }, { enabled: isSearch, keepPrevious: true });
  const found = isSearch ? (carriers.data?.carriers.slice(0, MAX_CARRIERS) ?? []) : [];
  const vehicles = useVehicles(query).filter(({ usdot_number }) => usdot_number !== '');
  const mayReadObservations = useMayReadObservations();
  const matching = pages.filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()));
  return (
    <>
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={
          mayReadObservations
            ? 'Name, USDOT or MC number, city, plate, VIN, or a page'
            : 'Name, USDOT or MC number, city, or a page'
        }
      />
      <Command.List>
        <Command.Empty>
          {carriers.isFetching ? 'Searching…' : isSearch ? 'Nothing found.' : 'Type at least two letters.'}
        </Command.Empty>
        {found.length > 0 && (
          <Command.Group heading="Carriers">
            {found.map((carrier) => (
              <Command.Item
                key={carrier.usdot_number}
                value={carrier.usdot_number}
                onSelect={() => go({ to: '/carriers/$usdot', params: { usdot: carrier.usdot_number } })}
              >
                <span className="palette-name">{carrier.legal_name}</span>
                <span className="quiet">
                  USDOT {carrier.usdot_number} · {place(carrier.phy_city, carrier.phy_state)}
                </span>
              </Command.Item>
            ))}
            <Command.Item value="all carriers" onSelect={() => go({ to: '/carriers', search: { query } })}>
              Show all results for “{query}”
            </Command.Item>
          </Command.Group>
        )}
        {vehicles.length > 0 && (
          <Command.Group heading="Vehicles">
            {vehicles.map(({ usdot_number: usdot, value, legal_name, plate_state, records }) => (
              <Command.Item
                key={`${usdot} ${plate_state}`}
                value={`vehicle ${usdot} ${plate_state}`}
                onSelect={() =>
                  go({
                    to: '/carriers/$usdot',
                    params: { usdot },
                    search: { 'records.find': value },
                    hash: 'where',
                  })
                }
              >
                <span className="palette-name">{legal_name || `USDOT ${usdot}`}</span>
                <span className="quiet">
                  {value} {plate_state} · {count(records, 'record')}
                </span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {matching.length > 0 && (
          <Command.Group heading="Pages">
            {matching.map(({ to, label, icon }) => (
              <Command.Item key={to} value={label} onSelect={() => void navigate({ to, replace: true })}>
                {icon} {label}
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </>
  );
}
