import type { AlertCriteria, AlertPreview, MatchedSighting } from '@milepost/sdk';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { count, fieldLabel, localTime, number, place } from '../../lib/format.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';

const PointMap = lazy(() => import('../../parts/map/point-map.tsx'));
const COLORS = { Sighting: '--mark-detection' };

/** What the criteria would have matched in the last 30 days. */
export function Preview({ criteria }: { criteria: AlertCriteria }) {
  const hasCriteria = Object.keys(criteria).some((name) => name !== 'tolerance');
  const preview = useApi('previewAlert', { body: criteria }, { enabled: hasCriteria, keepPrevious: true });
  return (
    <div className="sticky">
      <Card title="Preview" note={<span className="quiet">Last 30 days</span>}>
        {hasCriteria ? (
          <Loaded query={preview} lines={6}>
            {(preview) => <Result preview={preview} />}
          </Loaded>
        ) : (
          <Empty title="No criteria yet.">Enter a criterion to see which sightings it matches.</Empty>
        )}
      </Card>
    </div>
  );
}

function Result({
  preview: { count: total, is_exact, newest, searched_from, tolerance_adds },
}: {
  preview: AlertPreview;
}) {
  const { timezone } = useCustomer().identity;
  const [selected, setSelected] = useState<string | null>(null);
  const points = useMemo(
    () =>
      newest.flatMap(({ latitude, longitude, time_captured }, index) =>
        latitude === null || longitude === null
          ? []
          : [{ id: String(index), latitude, longitude, kind: 'Sighting', label: time_captured }],
      ),
    [newest],
  );
  return (
    <>
      <p className="figure" aria-live="polite">
        {is_exact ? '' : 'At least '}
        {count(total, 'sighting')}
      </p>
      {!is_exact && (
        <p className="quiet">
          Counted back to {localTime(new Date(searched_from), timezone)}. Narrow the criteria.
        </p>
      )}
      {points.length > 0 && (
        <Suspense fallback={<div className="map map-small" aria-hidden="true" />}>
          <PointMap
            label="Map of the newest matches"
            points={points}
            colors={COLORS}
            selected={selected}
            onSelect={setSelected}
          />
        </Suspense>
      )}
      <ul className="sightings">
        {newest.map((sighting, index) => (
          <li key={`${sighting.time_captured} ${sighting.source}`}>
            <button
              type="button"
              className="linklike"
              aria-pressed={selected === String(index)}
              onClick={() => setSelected(String(index))}
            >
              {localTime(new Date(sighting.time_captured), timezone)}
            </button>
            <span className="quiet">{describeSighting(sighting)}</span>
          </li>
        ))}
      </ul>
      {tolerance_adds.length > 0 && (
        <>
          <h3>Matched only because similar characters are equal</h3>
          <ul className="sightings">
            {tolerance_adds.map(({ field, reading, sightings }) => (
              <li key={field + reading}>
                {fieldLabel(field)} <strong>{reading}</strong>
                <span className="quiet">{number(sightings)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function describeSighting(sighting: MatchedSighting): string {
  return [
    place(sighting.location_city, sighting.location_state),
    sighting.route,
    sighting.usdot_number && `USDOT ${sighting.usdot_number}`,
    sighting.alpr_plate_number && `plate ${sighting.alpr_plate_number}`,
    sighting.equipment_number && `trailer ${sighting.equipment_number}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
