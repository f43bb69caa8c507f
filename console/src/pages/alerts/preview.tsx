import type { AlertCriteria, AlertPreview } from '@milepost/sdk';
import { useMemo, useState } from 'react';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { count, fieldLabel, localTime, number } from '../../lib/format.ts';
import { Card } from '../../parts/card.tsx';
import { SightingEntry } from '../../parts/sighting-entry.tsx';
import { SightingMap } from '../../parts/sighting-map.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';

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
  const mapped = useMemo(() => newest.map((sighting, index) => ({ id: String(index), sighting })), [newest]);
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
      <SightingMap
        label="Map of the newest matches"
        sightings={mapped}
        selected={selected}
        onSelect={setSelected}
      />
      <ul className="sightings">
        {newest.map((sighting, index) => (
          <li key={`${sighting.time_captured} ${sighting.source}`}>
            <SightingEntry sighting={sighting}>
              {sighting.latitude !== null && (
                <p>
                  <button
                    type="button"
                    className="linklike"
                    aria-pressed={selected === String(index)}
                    onClick={() => setSelected(String(index))}
                  >
                    Show on the map
                  </button>
                </p>
              )}
            </SightingEntry>
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
