import type { FoundSighting } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { ImageOffIcon, LockIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCustomer } from '../../lib/api.tsx';
import { dayAndTime, localTime, place } from '../../lib/format.ts';
import { useView } from '../../lib/use-view.ts';
import { SightingMap } from '../../parts/sighting-map.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { VehicleNumbers } from '../../parts/vehicle-numbers.tsx';

/** Sightings as a table beside a map. Selecting one in either selects it in the other. */
export function SightingList({ sightings }: { sightings: FoundSighting[] }) {
  const { timezone } = useCustomer().identity;
  const [selected = null, select] = useView('sighting');
  const [pointed, setPointed] = useState<string | null>(null);
  const mapped = useMemo(
    () => sightings.map((sighting) => ({ id: String(sighting.sighting_id), sighting })),
    [sightings],
  );
  const mark = (id: string) =>
    id === selected ? 'linked selected' : id === pointed ? 'linked pointed' : 'linked';
  return (
    <div className="found">
      <section className="card found-list" aria-label="Sightings">
        <Table
          caption="Sightings, newest first"
          rows={sightings}
          keyOf={({ sighting_id }) => sighting_id}
          rowProps={({ sighting_id }) => ({
            className: mark(String(sighting_id)),
            onPointerEnter: () => setPointed(String(sighting_id)),
            onPointerLeave: () => setPointed(null),
          })}
          columns={[
            { label: 'Image', show: (one) => <Picture sighting={one} /> },
            {
              label: 'Time',
              show: ({ sighting_id, time_captured, latitude, is_exact }) => {
                const time = <CaptureTime at={time_captured} timezone={timezone} />;
                const id = String(sighting_id);
                return (
                  <span className="found-time">
                    {latitude === null ? (
                      time
                    ) : (
                      <button
                        type="button"
                        className="linklike"
                        title="Show on the map"
                        aria-pressed={id === selected}
                        onClick={() => select(id === selected ? undefined : id)}
                      >
                        {time}
                      </button>
                    )}
                    {!is_exact && <span className="badge badge-medium">Similar</span>}
                  </span>
                );
              },
            },
            { label: 'Vehicle', show: (one) => <VehicleNumbers sighting={one} /> },
            {
              label: 'Carrier',
              show: ({ usdot_number, carrier_name, equipment_type }) => (
                <div>
                  {usdot_number === '' ? (
                    <span className="quiet">Not known</span>
                  ) : (
                    <Link to="/carriers/$usdot" params={{ usdot: usdot_number }}>
                      {carrier_name || `USDOT ${usdot_number}`}
                    </Link>
                  )}
                  <span className="quiet block">
                    {[usdot_number && carrier_name && `USDOT ${usdot_number}`, equipment_type]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </div>
              ),
            },
            {
              label: 'Place',
              show: ({ location_city, location_state, route, source }) => (
                <div>
                  {place(location_city, location_state) || <span className="quiet">No place</span>}
                  <span className="quiet block">{route}</span>
                  <span className="quiet block found-source" title={source}>
                    {source}
                  </span>
                </div>
              ),
            },
          ]}
        />
      </section>
      <div className="found-map">
        <SightingMap
          label="Map of the sightings"
          sightings={mapped}
          selected={selected}
          onSelect={(id) => select(id ?? undefined)}
          pointed={pointed}
          onPoint={setPointed}
        />
      </div>
    </div>
  );
}

function CaptureTime({ at, timezone }: { at: string; timezone: string }) {
  const date = new Date(at);
  const [day, time] = dayAndTime(date, timezone);
  return (
    <time dateTime={at} title={localTime(date, timezone)}>
      {day}
      <span className="quiet block">{time}</span>
    </time>
  );
}

/** Images of other organizations are never linked. */
function Picture({ sighting: { images, is_own } }: { sighting: FoundSighting }) {
  const [image] = images;
  if (!image) {
    const reason = is_own ? 'No image' : 'Camera of another organization';
    return (
      <span className="found-picture found-none" title={reason}>
        {is_own ? <ImageOffIcon /> : <LockIcon />}
        <span className="hidden">{reason}</span>
      </span>
    );
  }
  return (
    <Link
      to="/images/$id"
      params={{ id: image.image_id }}
      className="found-picture"
      aria-label="Open the image"
      data-list-item
    >
      <Thumbnail url={image.thumbnail_url} alt="" />
    </Link>
  );
}
