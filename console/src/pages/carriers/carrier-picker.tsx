import { Command } from 'cmdk';
import { useDeferredValue, useState } from 'react';
import { useApi } from '../../lib/api.tsx';
import { place } from '../../lib/format.ts';

const MIN_LETTERS = 2;
const MAX_SHOWN = 6;

type Props = { label: string; exclude: string[]; onPick: (usdot: string) => void };

/** Finds a carrier by name or number. */
export function CarrierPicker({ label, exclude, onPick }: Props) {
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const isSearch = query.length >= MIN_LETTERS;
  const carriers = useApi('searchCarriers', { query: { query } }, { enabled: isSearch, keepPrevious: true });
  const found = (carriers.data?.carriers ?? [])
    .filter(({ usdot_number }) => !exclude.includes(usdot_number))
    .slice(0, MAX_SHOWN);
  return (
    <Command className="picker" label={label} shouldFilter={false} loop>
      <Command.Input className="input" value={text} onValueChange={setText} placeholder={label} />
      <Command.List className={isSearch ? 'picker-list' : 'hidden'}>
        {isSearch && (
          <Command.Empty>{carriers.isFetching ? 'Searching…' : 'No carrier found.'}</Command.Empty>
        )}
        {isSearch &&
          found.map(({ usdot_number: usdot, legal_name, phy_city, phy_state }) => (
            <Command.Item
              key={usdot}
              value={usdot}
              onSelect={() => {
                setText('');
                onPick(usdot);
              }}
            >
              <span className="palette-name">{legal_name}</span>
              <span className="quiet">
                USDOT {usdot} · {place(phy_city, phy_state)}
              </span>
            </Command.Item>
          ))}
      </Command.List>
    </Command>
  );
}
