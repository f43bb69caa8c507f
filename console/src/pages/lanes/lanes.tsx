import type { CarrierRecommendations } from '@milepost/sdk';
import { type FormEvent, useMemo, useState } from 'react';
import { useApi, useRoles } from '../../lib/api.tsx';
import { entered } from '../../lib/form.ts';
import type { Search } from '../../lib/search.ts';
import { useChangeView, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/field.tsx';
import { LazyMap } from '../../parts/map/lazy-map.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { LaneForm } from './lane-form.tsx';
import { Recommended } from './recommended.tsx';

type Lane = Search['lanes'];

/** In one response. */
const MOST = 100;
const COLORS = { Address: '--mark-inspection', Position: '--mark-detection' };

/** Carriers for a lane. What is searched is in the URL. */
export function Page() {
  const lane = usePageSearch('lanes');
  const mayFollow = useRoles()('realtime-api');
  const query = queryOf(lane, mayFollow);
  const isAsked = lane.from !== undefined || lane.to !== undefined;
  const found = useApi('getCarrierRecommendations', { query }, { enabled: isAsked, keepPrevious: true });
  return (
    <div className="stack">
      <LaneForm key={JSON.stringify(lane)} lane={lane} />
      {isAsked ? (
        <Loaded query={found} lines={10} roles={['external-api-carrier-recommendation']}>
          {(answer) => <Answer answer={answer} lane={lane} />}
        </Loaded>
      ) : (
        <section className="card" aria-label="How to search">
          <Empty title="Find carriers for a lane">
            Enter an origin, a destination, or both. Carriers are found by where cameras, inspections and
            crashes have shown them in the last 90 days.
          </Empty>
        </section>
      )}
    </div>
  );
}

/** `Nashville, TN` as city and state. */
function placeOf(text: string | undefined): { city?: string | undefined; state?: string | undefined } {
  if (text === undefined) return {};
  const comma = text.lastIndexOf(',');
  if (comma < 0) return { city: text };
  return { city: text.slice(0, comma).trim(), state: text.slice(comma + 1).trim() };
}

function queryOf(lane: Lane, mayFollow: boolean) {
  const [origin, destination] = [placeOf(lane.from), placeOf(lane.to)];
  return {
    origin_city: origin.city,
    origin_state: origin.state,
    destination_city: destination.city,
    destination_state: destination.state,
    origin_radius: lane.miles,
    destination_radius: lane.miles,
    // The service separates alternatives with `|`.
    equipment_types: lane.equipment?.replace(/\s*,\s*/g, '|'),
    carried_cargo: lane.cargo,
    fleet_size_min: lane.trucks_from,
    fleet_size_max: lane.trucks_to,
    auth_months_min: lane.months,
    preferred_carriers: lane.preferred,
    is_possible_backhaul: lane.backhaul,
    real_time: mayFollow || undefined,
    explain: true,
    usdot_number: lane.why,
  };
}

type AnswerProps = { answer: CarrierRecommendations; lane: Lane };

function Answer({ answer, lane }: AnswerProps) {
  const { recommendations, explained } = answer;
  return (
    <>
      <section className="card" aria-label="Carriers">
        {recommendations.length === 0 ? (
          <Empty title="No carrier matches.">Widen the radius, or clear a filter.</Empty>
        ) : (
          <>
            {recommendations.length === MOST && (
              <p className="quiet">
                The {MOST} carriers with the highest scores. Add a filter to see others.
              </p>
            )}
            <Recommended
              carriers={recommendations}
              hasBothEnds={lane.from !== undefined && lane.to !== undefined}
            />
          </>
        )}
      </section>
      <Positions answer={answer} />
      <Missing lane={lane} explained={explained} />
    </>
  );
}

/** Where the carriers are registered, and where their trucks are now. */
function Positions({ answer: { recommendations, real_time_locs } }: { answer: CarrierRecommendations }) {
  const [selected, setSelected] = useState<string | null>(null);
  const points = useMemo(() => {
    const names = new Map(recommendations.map((one) => [one.dot_number, one.legal_name]));
    return [
      ...recommendations.flatMap(({ dot_number, legal_name, lat, lon }) =>
        lat === undefined || lon === undefined
          ? []
          : [{ id: `a${dot_number}`, latitude: lat, longitude: lon, kind: 'Address', label: legal_name }],
      ),
      ...real_time_locs.flatMap(({ dot_number, current_lat: latitude, current_lon: longitude }) => [
        {
          id: `p${dot_number}`,
          latitude,
          longitude,
          kind: 'Position',
          label: names.get(dot_number) ?? dot_number,
        },
      ]),
    ];
  }, [recommendations, real_time_locs]);
  const name = points.find(({ id }) => id === selected);
  if (points.length === 0) return null;
  return (
    <Card
      title="On the map"
      wide
      note={
        <span className="quiet">
          {name === undefined
            ? `Registered addresses${real_time_locs.length > 0 ? ', and positions of the last 12 hours' : ''}`
            : `${name.label}: ${name.kind === 'Position' ? 'last position' : 'registered address'}`}
        </span>
      }
    >
      <LazyMap
        label="Carriers on the map"
        points={points}
        colors={COLORS}
        selected={selected}
        onSelect={setSelected}
      />
    </Card>
  );
}

type MissingProps = { lane: Lane; explained: CarrierRecommendations['explained'] };

function Missing({ lane, explained }: MissingProps) {
  const change = useChangeView();
  function ask(event: FormEvent<HTMLFormElement>) {
    const number = entered(event).text('why').trim();
    change({ why: number || undefined }, 'replace');
  }
  return (
    <Card title="Is a carrier missing?" wide>
      <form className="open" onSubmit={ask}>
        <Field
          label="USDOT number"
          name="why"
          defaultValue={lane.why ?? ''}
          inputMode="numeric"
          maxLength={9}
          pattern="[0-9]*"
          required
          autoComplete="off"
        />
        <Button type="submit">Explain</Button>
      </form>
      <div aria-live="polite">
        {explained?.is_recommended && (
          <p className="lane-reasons">
            USDOT {explained.usdot_number} is in the list, with a score of {explained.carrier_score_scaled}.
          </p>
        )}
        {explained !== undefined && !explained.is_recommended && (
          <ul className="lane-reasons">
            {explained.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
