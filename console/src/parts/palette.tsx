import type { Alert, CarrierSummary, FoundVehicles } from '@milepost/sdk';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { ALERT_READERS, useApi, useRoles } from '../lib/api.tsx';
import { count, place } from '../lib/format.ts';
import { VEHICLE_NUMBERS, type VehicleKind } from '../lib/search.ts';

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
  const [selected, select] = useState('');
  return (
    <Command.Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      label="Search"
      shouldFilter={false}
      className="palette"
      overlayClassName="overlay"
      loop
      value={selected}
      onValueChange={select}
    >
      <Results pages={pages} onClosed={onClosed} selected={selected} onSelect={select} />
    </Command.Dialog>
  );
}

type ResultsProps = Pick<Props, 'pages' | 'onClosed'> & {
  selected: string;
  onSelect: (value: string) => void;
};
type Group = [heading: string, results: Result[]];
type Result = { value: string; open: () => void; content: ReactNode };

function Results({ pages, onClosed, selected, onSelect }: ResultsProps) {
  const closed = useRef(onClosed);
  useEffect(() => {
    // The dialog itself moves the focus in the next task after it was removed.
    return () => void setTimeout(() => closed.current(), 0);
  }, []);
  const navigate = useNavigate();
  /** The chosen page takes the place of the dialog in the history. Its URL lacks the parameter that opens the dialog. */
  const go: Go = (options) => void navigate({ ...options, replace: true });
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const isSearch = query.length >= MIN_LETTERS;
  const carriers = useApi('searchCarriers', { query: { query } }, { enabled: isSearch, keepPrevious: true });
  const found = isSearch ? (carriers.data?.carriers.slice(0, MAX_CARRIERS) ?? []) : [];
  const has = useRoles();
  const alerts = useApi('listAlerts', {}, { enabled: isSearch && has('admin', ...ALERT_READERS) });
  const maySeeVehicles = has('admin', 'image-read-endpoint');
  const isNumber = maySeeVehicles && NUMBER.test(query);
  const vehicles = useApi(
    'findVehicles',
    { query: { number: query } },
    { enabled: isNumber, keepPrevious: true },
  );
  const numbers = isNumber ? (vehicles.data?.vehicles.slice(0, MAX_VEHICLES) ?? []) : [];
  const plain = query.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const exact = numbers.filter(({ value }) => value === plain);
  const others = numbers.filter(({ value }) => value !== plain);
  const begins = ({ label }: { label: string }) => label.toLowerCase().startsWith(query.toLowerCase());
  const matching = pages.filter(begins);
  const named = isSearch
    ? (alerts.data?.alerts ?? []).filter(({ alert_name }) =>
        alert_name.toLowerCase().includes(query.toLowerCase()),
      )
    : [];
  const exactly: Group = ['Vehicles', exact.map(vehicleResult(go))];
  // Digits alone are a USDOT number more often than the number of a trailer or cab.
  const isDigits = /^\d+$/.test(plain);
  const groups: Group[] = [
    ...(isDigits ? [] : [exactly]),
    ['Carriers', found.length === 0 ? [] : [...found.map(carrierResult(go)), allCarriers(query, go)]],
    ...(isDigits ? [exactly] : []),
    ['Numbers that begin with it', others.map(vehicleResult(go))],
    ['Sightings', isNumber ? sightingResults(query, numbers, go) : []],
    ['Alerts', named.slice(0, MAX_ALERTS).map(alertResult(go))],
    ['Images', imageResults(query, go)],
    ['Commands', COMMANDS.filter(begins).map(commandResult(go))],
    ['Pages', matching.map(pageResult((to) => void navigate({ to, replace: true })))],
  ];
  const results = groups.flatMap(([, results]) => results);
  const [first] = results;
  // Results of an earlier text stay until those of the new text arrive. Enter must not open one of them.
  const isCurrent =
    query === text.trim() &&
    !(isSearch && (carriers.isPlaceholderData || carriers.isLoading)) &&
    !(isNumber && (vehicles.isPlaceholderData || vehicles.isLoading));
  const firstValue = isCurrent ? (first?.value ?? '') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text selects the first result again.
  useEffect(() => onSelect(firstValue), [firstValue, query, onSelect]);
  /** Enter was pressed before the results arrived. */
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (!isEntered || !isCurrent) return;
    setEntered(false);
    first?.open();
  });
  return (
    <>
      <Command.Input
        value={text}
        onValueChange={(next) => {
          setEntered(false);
          setText(next);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          if (isCurrent && results.some(({ value }) => value === selected)) return;
          event.preventDefault();
          // New results are rendered before the first one is selected, so Enter can come in between.
          if (isCurrent) first?.open();
          else setEntered(true);
        }}
        placeholder={
          maySeeVehicles
            ? 'Name, plate, trailer, cab, container, VIN, USDOT or MC number, or a page'
            : 'Name, USDOT or MC number, city, or a page'
        }
      />
      <Command.List>
        <Command.Empty>
          {carriers.isFetching ? 'Searching…' : isSearch ? 'Nothing found.' : 'Type at least two letters.'}
        </Command.Empty>
        {groups.map(
          ([heading, results]) =>
            results.length > 0 && (
              <Command.Group key={heading} heading={heading}>
                {results.map(({ value, open, content }) => (
                  <Command.Item key={value} value={value} onSelect={open}>
                    {content}
                  </Command.Item>
                ))}
              </Command.Group>
            ),
        )}
      </Command.List>
    </>
  );
}

type Go = (options: NavigateOptions) => void;

const carrierResult = (go: Go) => (carrier: CarrierSummary) => ({
  value: carrier.usdot_number,
  open: () => go({ to: '/carriers/$usdot', params: { usdot: carrier.usdot_number } }),
  content: (
    <>
      <span className="palette-name">{carrier.legal_name}</span>
      <span className="quiet">
        USDOT {carrier.usdot_number} · {place(carrier.phy_city, carrier.phy_state)}
      </span>
    </>
  ),
});

const allCarriers = (query: string, go: Go): Result => ({
  value: 'all carriers',
  open: () => go({ to: '/carriers', search: { query } }),
  content: `Show all results for “${query}”`,
});

/** The beginning of a number of a vehicle has a digit, or is the four letters of a container. */
const NUMBER = /^(?=.*\d|[a-z]{3}[ujz]$)[a-z0-9][a-z0-9 .-]{2,19}$/i;
const MAX_VEHICLES = 6;
type Vehicle = FoundVehicles['vehicles'][number];

const vehicleResult =
  (go: Go) =>
  ({ kind, value, sightings }: Vehicle): Result => ({
    value: `vehicle ${kind} ${value}`,
    open: () => go({ to: '/vehicles/$kind/$value', params: { kind, value } }),
    content: (
      <>
        <span className="palette-name">
          {VEHICLE_NUMBERS[kind][0]} {value}
        </span>
        <span className="quiet">{count(sightings, 'sighting')}</span>
      </>
    ),
  });

/** Searches for the number, also with characters that cameras confuse. */
function sightingResults(query: string, known: Vehicle[], go: Go): Result[] {
  const plain = query.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const kinds: VehicleKind[] = /^[A-HJ-NPR-Z0-9]{17}$/.test(plain)
    ? ['vin']
    : /^[A-Z]{3}[UJZ]\d{3,7}$/.test(plain)
      ? ['container']
      : ['plate', 'trailer', 'cab'];
  const unknown = known.length === 0 ? kinds : kinds.slice(0, 1);
  return unknown.map((kind) => {
    const [title, parameter] = VEHICLE_NUMBERS[kind];
    return {
      value: `sightings ${kind}`,
      open: () => go({ to: '/sightings', search: { [parameter]: plain, similar: true } }),
      content: `Sightings of ${kind === 'vin' ? 'the VIN' : `the ${title.toLowerCase()}`} “${plain}” and similar ones`,
    };
  });
}

const MAX_ALERTS = 5;
const alertResult =
  (go: Go) =>
  ({ id, alert_name }: Alert): Result => ({
    value: `alert ${id}`,
    open: () => go({ to: '/alerts/$id', params: { id: String(id) } }),
    content: <span className="palette-name">{alert_name}</span>,
  });

const IMAGE_ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const PLATE = /^(?=.*\d)[A-Z0-9 -]{4,10}$/i;

/** An image by its ID, or the images on which a plate was read. */
function imageResults(query: string, go: Go): Result[] {
  if (IMAGE_ID.test(query))
    return [
      {
        value: 'image',
        open: () => go({ to: '/images/$id', params: { id: query.toLowerCase() } }),
        content: `Image ${query}`,
      },
    ];
  if (!PLATE.test(query)) return [];
  return [
    {
      value: 'images of a plate',
      open: () => go({ to: '/images', search: { plate: query } }),
      content: `Images of the plate “${query.toUpperCase()}”`,
    },
  ];
}

const COMMANDS = [
  { label: 'New alert', to: '/alerts/new' },
  { label: 'Search sightings', to: '/sightings' },
  { label: 'New case', to: '/cases/new' },
  { label: 'Compare carriers', to: '/carriers/compare' },
  { label: 'Your account', to: '/account' },
  { label: 'Change password', to: '/account' },
  { label: 'Change theme', to: '/account' },
] as const;

const commandResult =
  (go: Go) =>
  ({ label, to }: (typeof COMMANDS)[number]): Result => ({
    value: `command ${label}`,
    open: () => go({ to }),
    content: label,
  });

const pageResult =
  (goTo: (path: string) => void) =>
  ({ to, label, icon }: Page) => ({
    value: label,
    open: () => goTo(to),
    content: (
      <>
        {icon} {label}
      </>
    ),
  });
