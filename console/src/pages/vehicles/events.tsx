import type { FoundSighting, VehicleFile } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCustomer } from '../../lib/api.tsx';
import { count, day, localTime, number, place } from '../../lib/format.ts';
import { useView } from '../../lib/use-view.ts';
import { Card } from '../../parts/card.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { VehicleNumbers } from '../../parts/vehicle-numbers.tsx';

type FederalRecord = VehicleFile['inspections'][number] | VehicleFile['crashes'][number];
type Entry = { key: string; at: string; kind: 'sighting' | 'inspection' | 'crash'; content: ReactNode };

const FIRST = 40;

/** Sightings, inspections and crashes in the order of time, newest first, with what lies between them. */
export function Events({ file }: { file: VehicleFile }) {
  const [isAll, setAll] = useView('events');
  const entries = entriesOf(file);
  const shown = isAll === 'all' ? entries : entries.slice(0, FIRST);
  return (
    <Card
      title="Timeline"
      id="events"
      note={<span className="quiet">{count(entries.length, 'event')}, newest first</span>}
    >
      <ol className="events">
        {shown.map(({ key, kind, content }) => (
          <li key={key} className={`event event-${kind}`}>
            {content}
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <p>
          <button type="button" className="linklike" onClick={() => setAll('all', 'push')}>
            Show all {number(entries.length)} events
          </button>
        </p>
      )}
      {!file.is_complete && (
        <p className="quiet">The newest 1,000 sightings. The search for sightings has all of them.</p>
      )}
    </Card>
  );
}

function entriesOf(file: VehicleFile): Entry[] {
  const { sightings, inspections, crashes, gaps, impossible_moves, kind } = file;
  const gapBefore = new Map(gaps.map((gap) => [gap.to.sighting_id, gap]));
  const moveTo = new Map(impossible_moves.map((move) => [move.to.sighting_id, move]));
  const recordEntry =
    (type: 'inspection' | 'crash') =>
    (record: FederalRecord): Entry => ({
      key: `${type} ${record.report_number} ${record.date}`,
      // A federal record has a day without a time.
      at: `${record.date}T12:00:00.000Z`,
      kind: type,
      content: <RecordText record={record} type={type} />,
    });
  return [
    ...sightings.map((sighting): Entry => {
      const { sighting_id, time_captured } = sighting;
      const move = moveTo.get(sighting_id);
      const gap = gapBefore.get(sighting_id);
      const notes = [
        move && (
          <p key="move" className="event-bad">
            {number(move.miles)} miles from {place(move.from.location_city, move.from.location_state)} in{' '}
            {duration(move.minutes)}: too fast for one truck
          </p>
        ),
        gap && (
          <p key="gap" className="event-gap">
            {count(gap.days, 'day')} without a sighting before this
          </p>
        ),
      ];
      return {
        key: String(sighting_id),
        at: time_captured,
        kind: 'sighting',
        content: (
          <Seen sighting={sighting} kind={kind}>
            {notes}
          </Seen>
        ),
      };
    }),
    ...inspections.map(recordEntry('inspection')),
    ...crashes.map(recordEntry('crash')),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function duration(minutes: number): string {
  return minutes < 120 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
}

type SeenProps = { sighting: FoundSighting; kind: VehicleFile['kind']; children: ReactNode };

function Seen({ sighting, kind, children }: SeenProps) {
  const { timezone } = useCustomer().identity;
  const { time_captured, location_city, location_state, route, source, images } = sighting;
  const [image] = images;
  return (
    <>
      <div className="event-text">
        <p className="event-title">
          <strong>{place(location_city, location_state) || 'Unknown place'}</strong>
          <time className="quiet" dateTime={time_captured}>
            {localTime(new Date(time_captured), timezone)}
          </time>
        </p>
        <p className="quiet">{[route, source].filter(Boolean).join(' · ')}</p>
        <VehicleNumbers sighting={sighting} except={kind} />
        <CarrierLink carrier={sighting} />
        {children}
      </div>
      {image && (
        <Link
          to="/images/$id"
          params={{ id: image.image_id }}
          className="event-picture"
          aria-label="Open the image"
          data-list-item
        >
          <Thumbnail url={image.thumbnail_url} alt="" />
        </Link>
      )}
    </>
  );
}

function RecordText({ record, type }: { record: FederalRecord; type: 'inspection' | 'crash' }) {
  return (
    <div className="event-text">
      <p className="event-title">
        <strong>{type === 'crash' ? 'Crash' : 'Inspection'}</strong>
        <time className="quiet" dateTime={record.date}>
          {day(record.date)}
        </time>
      </p>
      <p className="quiet">
        {[record.state, record.report_number && `report ${record.report_number}`].filter(Boolean).join(' · ')}
      </p>
      <CarrierLink carrier={record} />
    </div>
  );
}

export function CarrierLink({ carrier }: { carrier: { usdot_number: string; carrier_name: string } }) {
  const { usdot_number, carrier_name } = carrier;
  if (usdot_number === '' || usdot_number === '0') return null;
  return (
    <Link to="/carriers/$usdot" params={{ usdot: usdot_number }} className="event-carrier">
      {carrier_name || `USDOT ${usdot_number}`}
    </Link>
  );
}
