import type { ApiError, CarrierObservations, Client, Observation } from '@milepost/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useCustomer } from '../../../lib/api.tsx';
import { localTime, number, place } from '../../../lib/format.ts';
import type { Search } from '../../../lib/search.ts';
import { Card } from '../../../parts/card.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import type { MapPoint } from '../../../parts/map/point-map.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';

/** The map is large, so it is loaded only where it is shown. */
const PointMap = lazy(() => import('../../../parts/map/point-map.tsx'));
const PAGE_SIZE = 200;
const MAX_PAGES = 5;
const COLORS = { Detection: '--mark-detection', Inspection: '--mark-inspection', Crash: '--mark-crash' };

type Props = { usdot: string; asOf: string | undefined };

/** Where the carrier was seen: a map and a list of the newest records, linked both ways, with a range of days. */
export function WhereItRuns({ usdot, asOf }: Props) {
  const { seen_from, seen_to }: Search['carrier'] = useSearch({ from: '/carriers/$usdot' });
  const navigate = useNavigate({ from: '/carriers/$usdot' });
  const end = [seen_to, asOf].filter((date) => date !== undefined).toSorted()[0];
  const { client } = useCustomer();
  const dates = {
    ...(seen_from !== undefined && { sighting_start_date: seen_from }),
    ...(end !== undefined && { sighting_end_date: end }),
  };
  const observations = useQuery<Records, ApiError>({
    queryKey: ['listCarrierObservations', usdot, dates],
    queryFn: ({ signal }) => loadRecords(client, { usdot_number: usdot, ...dates }, signal),
    placeholderData: keepPreviousData,
  });
  const setDate = (name: 'seen_from' | 'seen_to', value: string) =>
    navigate({
      search: ({ [name]: _, ...rest }: Search['carrier']) =>
        value === '' ? rest : { ...rest, [name]: value },
      resetScroll: false,
    });
  const range = (
    <span className="row">
      <label className="toolbar-date">
        From
        <input
          className="input"
          type="date"
          value={seen_from ?? ''}
          onChange={({ target }) => setDate('seen_from', target.value)}
        />
      </label>
      <label className="toolbar-date">
        to
        <input
          className="input"
          type="date"
          value={seen_to ?? ''}
          onChange={({ target }) => setDate('seen_to', target.value)}
        />
      </label>
    </span>
  );
  return (
    <Card title="Where it runs" note={range} wide>
      <Loaded query={observations} lines={10}>
        {(records) => <MapAndList usdot={usdot} records={records} />}
      </Loaded>
    </Card>
  );
}

type Records = { observations: Observation[]; total: number };
type Query = { usdot_number: string; sighting_start_date?: string; sighting_end_date?: string };

/** Page by page: an organization may have two of these requests at a time. */
async function loadRecords(client: Client, query: Query, signal: AbortSignal): Promise<Records> {
  const observations: Observation[] = [];
  for (let page = 1; ; page++) {
    const input = { query: { ...query, page, page_size: PAGE_SIZE }, signal };
    const response = (await client.listCarrierObservations(input)) as CarrierObservations;
    observations.push(...response.observations);
    if (page === MAX_PAGES || !response.pagination.has_more)
      return { observations, total: response.pagination.total };
  }
}

function MapAndList({ usdot, records: { observations, total } }: { usdot: string; records: Records }) {
  const { timezone } = useCustomer().identity;
  const [selected, setSelected] = useState<string | null>(null);
  const rows = useMemo(
    () => observations.map((row, index) => ({ ...row, id: String(index) })),
    [observations],
  );
  const points = useMemo(() => rows.flatMap(pointOf), [rows]);
  const columns = useMemo(() => columnsOf(timezone, selected, setSelected), [timezone, selected]);
  if (rows.length === 0)
    return (
      <Empty title="Never seen in this period.">
        No sighting, inspection or crash has this USDOT number.
      </Empty>
    );
  return (
    <>
      <Suspense fallback={<div className="map" aria-hidden="true" />}>
        <PointMap
          label="Map of the records"
          points={points}
          colors={COLORS}
          selected={selected}
          onSelect={setSelected}
        />
      </Suspense>
      <p className="quiet map-legend">
        {Object.entries(COLORS).map(([kind, color]) => (
          <span key={kind}>
            <i className="dot" style={{ background: `var(${color})` }} /> {kind}
          </span>
        ))}
        {total > rows.length && (
          <span>
            The newest {number(rows.length)} of {number(total)} records.
          </span>
        )}
      </p>
      <DataTable
        caption="Records"
        rows={rows}
        columns={columns}
        noun="record"
        empty="No records."
        file={`${usdot}-records`}
        sort={{ id: 'time', desc: true }}
      />
    </>
  );
}

type Row = Observation & { id: string };

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
          aria-pressed={row.id === selected}
          onClick={() => select(row.id)}
        >
          {localTime(new Date(row.time_captured), timezone)}
        </button>
      ),
    },
    { id: 'type', label: 'Record', value: (row) => row.type },
    { id: 'place', label: 'Place', value: (row) => place(row.location_city, row.location_state) },
    { id: 'route', label: 'Route', value: (row) => row.route },
    { id: 'plate', label: 'Plate', value: (row) => row.alpr_plate_number },
    { id: 'vin', label: 'VIN', value: (row) => row.vin },
    { id: 'trailer', label: 'Trailer', value: (row) => row.equipment_number },
    { id: 'source', label: 'Source', value: (row) => row.source },
  ];
}
