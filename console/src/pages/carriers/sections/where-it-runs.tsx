import type { ApiError, CarrierObservations, Observation } from '@milepost/sdk';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useCustomer, useMayReadObservations } from '../../../lib/api.tsx';
import { day, localTime, number, place } from '../../../lib/format.ts';
import { useChangeView, usePageSearch, useView } from '../../../lib/use-view.ts';
import { Card } from '../../../parts/card.tsx';
import { LazyMap } from '../../../parts/map/lazy-map.tsx';
import type { MapPoint } from '../../../parts/map/point-map.tsx';
import { Empty, Loaded, ObservationsWithheld } from '../../../parts/states.tsx';
import { type Column, DataTable, type Linked } from '../../../parts/tables/data-table.tsx';
import { type Days, TimeRange } from './time-range.tsx';

const PAGE_SIZE = 200;
const PAGES_AT_ONCE = 5;
const COLORS = { Detection: '--mark-detection', Inspection: '--mark-inspection', Crash: '--mark-crash' };
const KINDS = { Detection: 'Sighting', Inspection: 'Inspection', Crash: 'Crash' };

type Props = { usdot: string; asOf: string | undefined };

/** Where the carrier was seen: a map and a list of the newest records, linked both ways, with a range of days. */
export function WhereItRuns({ usdot, asOf }: Props) {
  const mayRead = useMayReadObservations();
  return (
    <Card title="Where it runs" wide id="where">
      {mayRead ? <Loading usdot={usdot} asOf={asOf} /> : <ObservationsWithheld />}
    </Card>
  );
}

function Loading({ usdot, asOf }: Props) {
  const { query, loadOlder } = useRecords(usdot, asOf);
  return (
    <Loaded query={query} lines={20}>
      {(records) => <MapAndList usdot={usdot} records={records} onOlder={loadOlder} />}
    </Loaded>
  );
}

type Row = Observation & { id: string; date: string };
type Records = { rows: Row[]; total: number; pages: number };

/** The newest records, page by page, because an organization may have two of these requests at a time. */
function useRecords(usdot: string, asOf: string | undefined) {
  const { client } = useCustomer();
  const [parts, setParts] = useView('records.parts');
  const limit = PAGES_AT_ONCE * Math.max(1, Math.trunc(Number(parts)) || 1);
  const query = useInfiniteQuery<CarrierObservations, ApiError, Records, unknown[], number>({
    queryKey: ['listCarrierObservations', usdot, asOf],
    queryFn: async ({ pageParam: page, signal }) => {
      const query = { usdot_number: usdot, sighting_end_date: asOf, page, page_size: PAGE_SIZE };
      return (await client.listCarrierObservations({ query, signal })) as CarrierObservations;
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, has_more } }) => (has_more ? page + 1 : undefined),
    select: recordsOf,
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isShort = data !== undefined && data.pages < limit;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const canLoad = hasNextPage && !isShort;
  return { query, loadOlder: canLoad ? () => setParts(String(limit / PAGES_AT_ONCE + 1)) : undefined };
}

function recordsOf({ pages }: InfiniteData<CarrierObservations>): Records {
  // Records have no ID. Those of the same moment are numbered, so that a link selects the same one later.
  const seen = new Map<string, number>();
  const rows = pages
    .flatMap(({ observations }) => observations)
    .map((one) => {
      const key = `${one.type[0]}${one.time_captured.replace(/\D/g, '')}`;
      const repeated = seen.get(key) ?? 0;
      seen.set(key, repeated + 1);
      const id = repeated === 0 ? key : `${key}-${repeated}`;
      return { ...one, id, date: one.time_captured.slice(0, 10) };
    });
  return { rows, total: pages[0]?.pagination.total ?? 0, pages: pages.length };
}

type MapAndListProps = { usdot: string; records: Records; onOlder: (() => void) | undefined };

function MapAndList({ usdot, records: { rows: all, total }, onOlder }: MapAndListProps) {
  const { timezone } = useCustomer().identity;
  const { seen_from, seen_to } = usePageSearch('carrier');
  const change = useChangeView();
  const [selected = null, select] = useView('record');
  const setSelected = useCallback((id: string | null) => select(id ?? undefined), [select]);
  const [pointed, setPointed] = useState<string | null>(null);
  const days = useMemo(() => all.map(({ date }) => date), [all]);
  const bounds: Days = { from: days.at(-1) ?? '', to: days[0] ?? '' };
  const range: Days = { from: seen_from ?? bounds.from, to: seen_to ?? bounds.to };
  const rows = useMemo(
    () => all.filter(({ date }) => date >= range.from && date <= range.to),
    [all, range.from, range.to],
  );
  const points = useMemo(() => rows.flatMap(pointOf), [rows]);
  const columns = useMemo(
    () => columnsOf(timezone, selected, setSelected),
    [timezone, selected, setSelected],
  );
  const idOf = useCallback(({ id }: Row) => id, []);
  const linked: Linked<Row> = { idOf, selected, pointed, onPoint: setPointed };
  const setRange = ({ from, to }: Days) =>
    change(
      { seen_from: from > bounds.from ? from : undefined, seen_to: to < bounds.to ? to : undefined },
      'replace',
    );
  if (all.length === 0)
    return <Empty title="Never seen.">No sighting, inspection or crash has this USDOT number.</Empty>;
  return (
    <>
      <LazyMap
        label="Map of the records"
        points={points}
        colors={COLORS}
        selected={selected}
        onSelect={setSelected}
        pointed={pointed}
        onPoint={setPointed}
      />
      <p className="quiet map-legend">
        {Object.entries(COLORS).map(([kind, color]) => (
          <span key={kind}>
            <i className={`dot dot-${kind.toLowerCase()}`} style={{ background: `var(${color})` }} />{' '}
            {KINDS[kind as keyof typeof KINDS]}
          </span>
        ))}
        {points.length < rows.length && (
          <span>{number(rows.length - points.length)} without a place on the map</span>
        )}
        {total > all.length && (
          <span>
            The newest {number(all.length)} of {number(total)} records, since {day(bounds.from)}.{' '}
            {onOlder && (
              <button type="button" className="linklike no-print" onClick={onOlder}>
                Load older records
              </button>
            )}
          </span>
        )}
      </p>
      <TimeRange bounds={bounds} value={range} onChange={setRange} days={days} />
      <DataTable
        caption="Records"
        name="records"
        rows={rows}
        columns={columns}
        noun="record"
        empty="No records in these days."
        file={`${usdot}-records`}
        sort="-time"
        linked={linked}
      />
    </>
  );
}

function pointOf({ id, latitude, longitude, type, time_captured }: Row): MapPoint[] {
  if (latitude === null || longitude === null) return [];
  return [{ id, latitude, longitude, kind: type, label: time_captured }];
}

function columnsOf(timezone: string, selected: string | null, select: (id: string) => void): Column<Row>[] {
  return [
    {
      id: 'time',
      label: 'Time',
      value: (row) => row.time_captured,
      show: (row) => (
        <button
          type="button"
          className="linklike"
          data-list-item
          aria-pressed={row.id === selected}
          onClick={() => select(row.id)}
        >
          {recordTime(row, timezone)}
        </button>
      ),
    },
    { id: 'type', label: 'Record', value: (row) => KINDS[row.type], facet: String },
    { id: 'place', label: 'Place', value: (row) => place(row.location_city, row.location_state) },
    { id: 'route', label: 'Route', value: (row) => row.route },
    {
      id: 'plate',
      label: 'Plate',
      value: (row) => row.alpr_plate_number,
      show: (row) => <code>{row.alpr_plate_number}</code>,
    },
    { id: 'vin', label: 'VIN', value: (row) => row.vin, show: (row) => <code>{row.vin}</code> },
    { id: 'trailer', label: 'Trailer', value: (row) => row.equipment_number },
    { id: 'source', label: 'Source', value: (row) => row.source },
  ];
}

/** Federal records have the local time of the place without a zone, so it must not be converted. */
function recordTime({ type, time_captured }: Row, timezone: string): string {
  if (type !== 'Detection') return day(time_captured);
  return localTime(new Date(time_captured), timezone);
}
