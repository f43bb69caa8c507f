import type { Case } from '@milepost/sdk';
import { useParams } from '@tanstack/react-router';
import { DownloadIcon } from 'lucide-react';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { byteSize, count, dayAndTime, localTime, number } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { VEHICLE_NUMBERS } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { VehicleLink } from '../../parts/vehicle-numbers.tsx';
import { SightingList } from '../sightings/sighting-list.tsx';

const SHOWN = 50;

/** A case with its sightings and the button that makes its pack. */
export function Page() {
  const { id } = useParams({ from: '/cases/$id' });
  const found = useApi('getCase', { path: { case_id: id } });
  useTitle(found.data?.title ?? 'Case');
  return (
    <div className="stack sightings-page">
      <Loaded query={found} lines={10} roles={['image-read-endpoint']}>
        {(one) => (
          <>
            <div className="case-top">
              <About one={one} />
              <Pack one={one} />
            </div>
            <Sightings one={one} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function About({ one }: { one: Case }) {
  const { kind, value, plate_state, usdot_number, start, end, note, created_at } = one;
  const { timezone } = useCustomer().identity;
  const shown = (time: string) => localTime(new Date(time), timezone);
  return (
    <Card title="Case">
      <Facts
        rows={[
          ['Vehicle', <VehicleLink key="vehicle" kind={kind} value={value} state={plate_state ?? ''} />],
          ...(usdot_number === null ? [] : ([['Only with', `USDOT ${usdot_number}`]] as [string, string][])),
          ['Period', periodText(start, end, timezone)],
          ['Opened', shown(created_at)],
        ]}
      />
      {note !== '' && <p className="case-text">{note}</p>}
    </Card>
  );
}

/** The period ends at midnight, so its last day is the day before. */
function periodText(start: string, end: string, timezone: string): string {
  const from = dayAndTime(new Date(start), timezone);
  const until = dayAndTime(new Date(end), timezone);
  const isWhole = [from, until].every(([, time]) => time.startsWith('00:00'));
  const lastDay = dayAndTime(new Date(Date.parse(end) - 1), timezone)[0];
  return isWhole ? `${from[0]} to ${lastDay}` : `${from.join(', ')} to ${until.join(', ')}`;
}

function Pack({ one: { id, value } }: { one: Case }) {
  const make = useAction(async (client) => {
    const blob = await client.getCasePack({ path: { case_id: id } });
    saveFile(`case-${value}-${id.slice(0, 8)}.zip`, blob);
    return blob.size;
  });
  return (
    <Card title="Case pack">
      <p>
        A ZIP file as of now, for police and insurers: a summary as PDF, the sightings as JSON and CSV, the
        stored images of your cameras, and a manifest with the SHA-256 of each file, signed by this service.
      </p>
      <p className="row case-pack">
        <Button main disabled={make.isPending} onClick={() => make.mutate()}>
          <DownloadIcon /> {make.isPending ? 'Making the pack…' : 'Download the pack'}
        </Button>
        {make.data !== undefined && <span role="status">{byteSize(make.data)} saved.</span>}
      </p>
      {make.error !== null && <Failure error={make.error} onRetry={() => make.mutate()} />}
      <p className="quiet">
        Whoever receives it checks it offline: <code>milepost verify-file</code> finds every changed byte.
      </p>
    </Card>
  );
}

function Sightings({ one }: { one: Case }) {
  const { kind, value, plate_state, usdot_number, start, end } = one;
  const query = {
    [VEHICLE_NUMBERS[kind][1]]: value,
    ...(plate_state !== null && { plate_state }),
    ...(usdot_number !== null && { usdot_number }),
    ...{ start, end, total: true, page_size: SHOWN },
  };
  const found = useApi('searchSightings', { query });
  return (
    <Loaded query={found} lines={12} roles={['image-read-endpoint']}>
      {({ sightings, total, is_total_exact }) => (
        <section className="fills stack" aria-label="Sightings of the case">
          <p className="found-total">
            {is_total_exact ? count(total ?? 0, 'sighting') : `More than ${number(total ?? 0)} sightings`}
            {sightings.length < (total ?? 0) && (
              <span className="quiet"> · the newest {SHOWN} are shown</span>
            )}
          </p>
          {sightings.length === 0 ? (
            <div className="card">
              <Empty title="No sighting in this period.">
                The pack says so. New sightings of the period appear here and in later packs.
              </Empty>
            </div>
          ) : (
            <SightingList sightings={sightings} />
          )}
        </section>
      )}
    </Loaded>
  );
}
