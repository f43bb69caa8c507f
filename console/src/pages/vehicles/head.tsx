import type { VehicleFile } from '@milepost/sdk';
import { MapPinIcon, TriangleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCustomer } from '../../lib/api.tsx';
import { count, day, localTime, number, place } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';

type Fact = { label: string; value: string; note: ReactNode; isBad?: boolean; href: string };

/** Where it was last, and what does not fit. Each fact leads to its evidence. */
export function Head({ file }: { file: VehicleFile }) {
  const { sightings, is_complete, last_place, carriers, impossible_moves, gaps, seen_with } = file;
  const { timezone } = useCustomer().identity;
  const now = useNow(60_000);
  const hasMoves = impossible_moves.length > 0;
  const [move] = impossible_moves;
  const [latest, former] = carriers;
  const oldest = sightings.at(-1);
  const facts: Fact[] = [
    {
      label: 'Sightings',
      value: `${number(sightings.length)}${is_complete ? '' : '+'}`,
      note: oldest ? `Since ${day(oldest.time_captured)}` : 'None',
      href: '#events',
    },
    {
      label: 'Carriers',
      value: number(carriers.length),
      note: latest
        ? `${latest.carrier_name || `USDOT ${latest.usdot_number}`}${former ? ` since ${day(latest.first_seen)}` : ''}`
        : 'Not known',
      isBad: carriers.length > 1,
      href: '#carriers',
    },
    {
      label: 'Impossible moves',
      value: number(impossible_moves.length),
      note: move
        ? `${place(move.from.location_city, move.from.location_state)} to ${place(move.to.location_city, move.to.location_state)}`
        : 'None',
      isBad: hasMoves,
      href: '#events',
    },
    {
      label: 'Gaps of 30 days or more',
      value: number(gaps.length),
      note: gaps[0] ? `The last: ${count(gaps[0].days, 'day')}` : 'None',
      href: '#events',
    },
    {
      label: 'Seen with',
      value: number(seen_with.length),
      note: seen_with[0] ? `Mostly ${seen_with[0].value}` : 'Nothing',
      href: '#with',
    },
  ];
  return (
    <section className="fills vehicle-head" aria-label="Summary">
      <div className={`decision ${hasMoves ? 'decision-look_closer' : ''}`}>
        {hasMoves ? <TriangleAlertIcon /> : <MapPinIcon />}
        <div className="decision-text">
          {last_place === null ? (
            <h2>Never seen by a camera</h2>
          ) : (
            <>
              <h2>
                Last seen in{' '}
                {place(last_place.location_city, last_place.location_state) || 'an unknown place'},{' '}
                <RelativeTime at={last_place.time_captured} now={now} />
              </h2>
              <p>
                {[
                  localTime(new Date(last_place.time_captured), timezone),
                  sightings[0]?.route,
                  sightings[0]?.source,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </>
          )}
          {hasMoves && (
            <p>
              It was at two places that are too far apart for one truck: a number may be cloned or misread.
            </p>
          )}
        </div>
      </div>
      <nav className="summary" aria-label="Facts">
        {facts.map(({ label, value, note, isBad, href }) => (
          <a key={label} href={href} className="summary-fact">
            <span className="quiet">{label}</span>
            <strong className={isBad ? 'worse' : undefined}>{value}</strong>
            <span className="quiet">{note}</span>
          </a>
        ))}
      </nav>
    </section>
  );
}
