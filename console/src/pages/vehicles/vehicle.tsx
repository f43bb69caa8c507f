import type { VehicleFile } from '@milepost/sdk';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { BellPlusIcon, BriefcaseIcon, SearchIcon } from 'lucide-react';
import { useApi, useRoles } from '../../lib/api.tsx';
import { VEHICLE_NUMBERS, type VehicleKind } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { usePageSearch } from '../../lib/use-view.ts';
import { Select } from '../../parts/field.tsx';
import { Empty, Loaded, NotFound, Skeleton } from '../../parts/states.tsx';
import { alertSearchOf } from '../sightings/query.ts';
import { Events } from './events.tsx';
import { Head } from './head.tsx';
import { Route } from './route.tsx';
import { Carriers, NextCameras, Pictures, Possible, SeenWith } from './sections.tsx';

const isKind = (kind: string): kind is VehicleKind => Object.hasOwn(VEHICLE_NUMBERS, kind);

/** Everything about one vehicle: a plate, VIN, or the number of a cab, trailer, container or chassis. */
export function Page() {
  const { kind, value } = useParams({ from: '/vehicles/$kind/$value' });
  return isKind(kind) ? <Vehicle kind={kind} value={value} /> : <NotFound />;
}

function Vehicle({ kind, value }: { kind: VehicleKind; value: string }) {
  const query = usePageSearch('vehicle');
  useTitle([VEHICLE_NUMBERS[kind][0], value, query.plate_state].filter(Boolean).join(' '));
  const file = useApi('getVehicle', { path: { kind, value }, query });
  return (
    <div className="stack vehicle">
      <Loaded query={file} loading={<Loading />} roles={rolesFor(kind)}>
        {(found) => <File file={found} />}
      </Loaded>
    </div>
  );
}

const rolesFor = (kind: VehicleKind) =>
  kind === 'vin'
    ? (['carrier-observations-vin-endpoint', 'image-read-endpoint'] as const)
    : (['image-read-endpoint'] as const);

function File({ file }: { file: VehicleFile }) {
  const { kind, value, sightings, inspections, crashes } = file;
  const parameter = VEHICLE_NUMBERS[kind][1];
  if (sightings.length + inspections.length + crashes.length === 0)
    return (
      <section className="card fills" aria-label="Nothing known">
        <Empty title="Nobody has seen this vehicle.">
          One of its characters may have been misread.{' '}
          <Link to="/sightings" search={{ [parameter]: value, similar: true }}>
            Search for similar characters
          </Link>
        </Empty>
        <Possible sightings={file.possible_sightings} />
      </section>
    );
  return (
    <>
      <Tools file={file} />
      <Head file={file} />
      <div className="vehicle-parts">
        <div className="stack">
          <Route file={file} />
          <Pictures sightings={sightings} />
          <Events file={file} />
        </div>
        <aside className="stack">
          <Possible sightings={file.possible_sightings} />
          <NextCameras cameras={file.next_cameras} />
          <SeenWith entries={file.seen_with} />
          <Carriers carriers={file.carriers} />
        </aside>
      </div>
    </>
  );
}

/** What can be done with the vehicle, and which of several vehicles with the same number it is. */
function Tools({ file: { kind, value, sightings, carriers } }: { file: VehicleFile }) {
  const search = usePageSearch('vehicle');
  const navigate = useNavigate({ from: '/vehicles/$kind/$value' });
  const mayCreate = useRoles()('admin', 'create-alert-endpoint');
  const filters = { [VEHICLE_NUMBERS[kind][1]]: value, ...search };
  const states = [...new Set(sightings.flatMap(({ plate_state }) => plate_state || []))].toSorted();
  const choose = (changes: typeof search) =>
    navigate({
      search: Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, one]) => one)),
    });
  const isShared = kind !== 'plate' && kind !== 'vin';
  return (
    <div className="row vehicle-tools">
      {kind === 'plate' && (states.length > 1 || search.plate_state !== undefined) && (
        <Select
          label="State"
          value={search.plate_state ?? ''}
          onChange={({ target }) => choose({ plate_state: target.value })}
          options={[
            ['', 'All'],
            ...[...new Set([...states, ...(search.plate_state ?? [])])].map((one) => [one, one] as const),
          ]}
        />
      )}
      {isShared && (carriers.length > 1 || search.usdot_number !== undefined) && (
        <Select
          label="Carrier"
          value={search.usdot_number ?? ''}
          onChange={({ target }) => choose({ usdot_number: target.value })}
          options={[
            ['', 'All'],
            ...carriers.map(
              ({ usdot_number, carrier_name }) => [usdot_number, carrier_name || usdot_number] as const,
            ),
          ]}
        />
      )}
      <span className="row vehicle-actions">
        <Link to="/sightings" search={{ ...filters, similar: true }} className="button button-small">
          <SearchIcon /> Similar numbers
        </Link>
        <Link to="/cases/new" search={{ kind, value, ...search }} className="button button-small button-main">
          <BriefcaseIcon /> Open a case
        </Link>
        {mayCreate && (
          <Link to="/alerts/new" search={alertSearchOf(filters)} className="button button-small">
            <BellPlusIcon /> Create alert
          </Link>
        )}
      </span>
    </div>
  );
}

function Loading() {
  return (
    <div className="fills vehicle-loading" role="status" aria-label="Loading">
      <Skeleton lines={16} />
    </div>
  );
}
