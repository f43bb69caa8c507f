import type { FoundSighting, VehicleFile } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useCustomer } from '../../lib/api.tsx';
import { count, day, localTime, percent, place } from '../../lib/format.ts';
import { Card } from '../../parts/card.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { VehicleLink, VehicleNumbers } from '../../parts/vehicle-numbers.tsx';
import { CarrierLink } from './events.tsx';

const MOST_PICTURES = 8;

export function Pictures({ sightings }: { sightings: FoundSighting[] }) {
  const { timezone } = useCustomer().identity;
  const all = sightings.flatMap(({ images: [image], time_captured }) =>
    image ? [{ image, time_captured }] : [],
  );
  if (all.length === 0) return null;
  return (
    <Card
      title="Images"
      note={<span className="quiet">{count(all.length, 'sighting')} of your cameras</span>}
    >
      <ul className="pictures">
        {all.slice(0, MOST_PICTURES).map(({ image, time_captured }) => (
          <li key={image.image_id}>
            <Link to="/images/$id" params={{ id: image.image_id }} className="picture">
              <Thumbnail url={image.thumbnail_url} alt="" />
              <span className="quiet">{localTime(new Date(time_captured), timezone)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Where to look for it now. */
export function NextCameras({ cameras }: { cameras: VehicleFile['next_cameras'] }) {
  return (
    <Card title="Cameras it would pass next" id="next">
      {cameras.length === 0 ? (
        <p className="quiet">Too few trucks passed its last camera to say.</p>
      ) : (
        <>
          <ol className="ranks">
            {cameras.map(
              ({ source, location_city, location_state, route, share, vehicles, median_minutes }) => (
                <li key={source} className="rank">
                  <span className="rank-name">
                    <Link to="/sightings" search={{ camera: source }}>
                      {place(location_city, location_state) || source}
                    </Link>
                    <span className="quiet">
                      {[route, `after ${duration(median_minutes)}`, count(vehicles, 'vehicle')]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <strong className="rank-share">{percent(share)}</strong>
                  <span className="rate-track">
                    <span className="rate-fill rank-fill" style={{ width: percent(share) }} />
                  </span>
                </li>
              ),
            )}
          </ol>
          <p className="quiet rank-note">
            What this and other vehicles passed next after its last camera, in its last direction.
          </p>
        </>
      )}
    </Card>
  );
}

function duration(minutes: number): string {
  if (minutes < 90) return `${minutes} min`;
  return `${Math.round(minutes / 60)} h`;
}

/** Of a number with one character that readers confuse. Each leads to the file of the number that was read. */
export function Possible({ sightings }: { sightings: FoundSighting[] }) {
  const { timezone } = useCustomer().identity;
  if (sightings.length === 0) return null;
  return (
    <Card title="Perhaps misread" id="possible">
      <ul className="lines">
        {sightings.map((sighting) => (
          <li key={sighting.sighting_id} className="with">
            <VehicleNumbers sighting={sighting} />
            <span className="quiet">
              {[
                localTime(new Date(sighting.time_captured), timezone),
                place(sighting.location_city, sighting.location_state),
                sighting.carrier_name,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet rank-note">
        One character differs that cameras confuse. The number was seen at most twice, and the vehicle could
        be there.
      </p>
    </Card>
  );
}

export function SeenWith({ entries }: { entries: VehicleFile['seen_with'] }) {
  if (entries.length === 0) return null;
  return (
    <Card title="Seen with" id="with">
      <ul className="lines">
        {entries.slice(0, 20).map(({ kind, value, plate_state, sightings, first_seen, last_seen }) => (
          <li key={`${kind} ${value} ${plate_state}`} className="with">
            <VehicleLink kind={kind} value={value} state={plate_state} />
            <span className="quiet">
              {count(sightings, 'sighting')}, {period(first_seen, last_seen)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Carriers({ carriers }: { carriers: VehicleFile['carriers'] }) {
  return (
    <Card title="Carriers" id="carriers">
      {carriers.length === 0 && <p className="quiet">No carrier is known.</p>}
      <ul className="lines">
        {carriers.map((carrier) => (
          <li key={carrier.usdot_number} className="with">
            <CarrierLink carrier={carrier} />
            <span className="quiet">
              {[
                carrier.sightings > 0 && count(carrier.sightings, 'sighting'),
                carrier.inspections > 0 && count(carrier.inspections, 'inspection'),
                carrier.crashes > 0 && count(carrier.crashes, 'crash', 'crashes'),
                period(carrier.first_seen, carrier.last_seen),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const period = (first: string, last: string) =>
  first === last ? day(last) : `${day(first)} to ${day(last)}`;
