import type { Case } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { count, localTime } from '../../lib/format.ts';
import { usePageSearch } from '../../lib/use-view.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { VehicleLink } from '../../parts/vehicle-numbers.tsx';

const PAGE_SIZE = 50;

/** The cases of the organization, newest first. */
export function Page() {
  const { page = 1 } = usePageSearch('paged');
  const cases = useApi('listCases', { query: { page, page_size: PAGE_SIZE } }, { keepPrevious: true });
  return (
    <div className="stack">
      <Loaded query={cases} lines={8} roles={['image-read-endpoint']}>
        {({ cases, pagination }) => (
          <section className="card" aria-label="Cases">
            <header className="card-head">
              <h2>{'total' in pagination ? count(pagination.total, 'case') : 'Cases'}</h2>
              <Link to="/cases/new" className="button button-small">
                New case
              </Link>
            </header>
            {cases.length === 0 ? (
              <Empty title="No cases yet.">
                A case is a vehicle and a period. Its pack has the sightings and images, signed, for police
                and insurers.
              </Empty>
            ) : (
              <List cases={cases} />
            )}
            <Paged page={page} hasMore={pagination.has_more} />
          </section>
        )}
      </Loaded>
    </div>
  );
}

function List({ cases }: { cases: Case[] }) {
  const { timezone } = useCustomer().identity;
  const shown = (time: string) => localTime(new Date(time), timezone);
  return (
    <Table
      caption="Cases"
      rows={cases}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Case',
          show: ({ id, title }) => (
            <Link to="/cases/$id" params={{ id }} className="row-name" data-list-item>
              {title}
            </Link>
          ),
        },
        {
          label: 'Vehicle',
          show: ({ kind, value, plate_state }) => (
            <VehicleLink kind={kind} value={value} state={plate_state ?? ''} />
          ),
        },
        { label: 'Period', show: ({ start, end }) => `${shown(start)} to ${shown(end)}` },
        { label: 'Opened', show: ({ created_at }) => shown(created_at) },
      ]}
    />
  );
}
