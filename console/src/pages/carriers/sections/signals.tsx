import type { CarrierSignal, CarrierSignals } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useCustomer, useMayReadObservations } from '../../../lib/api.tsx';
import { STORY, useStoryStep } from '../../../lib/demo/story.ts';
import { count, day, fieldLabel, localTime, withDays } from '../../../lib/format.ts';
import { useExpanded } from '../../../lib/use-view.ts';
import { Card } from '../../../parts/card.tsx';
import { Disclosure } from '../../../parts/disclosure.tsx';
import { Empty, Loaded, ObservationsWithheld } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/tables/data-table.tsx';

export function Signals({ usdot, asOf }: { usdot: string; asOf: string | undefined }) {
  const mayRead = useMayReadObservations();
  const signals = useApi(
    'getCarrierSignals',
    { path: { usdot_number: usdot }, query: { as_of: asOf } },
    { enabled: mayRead },
  );
  const total = signals.data?.signals.length;
  const [isOpen] = useExpanded('signals');
  useStoryStep('carrier', usdot === STORY.carrier && total !== undefined && isOpen(STORY.signal));
  if (!mayRead)
    return (
      <Card title="Signals" id="signals">
        <ObservationsWithheld />
      </Card>
    );
  return (
    <Card
      title="Signals"
      id="signals"
      note={total === undefined ? null : <span className="quiet">{count(total, 'signal')}</span>}
    >
      <Loaded query={signals} lines={4}>
        {({ signals, errors, not_judged, start_date, end_date }) => (
          <>
            {asOf !== undefined && (
              <p className="quiet">
                Sightings and records until {day(asOf)}, compared with the registers as loaded now.
              </p>
            )}
            {signals.length === 0 && (
              <Empty title="No signals.">
                {not_judged.length === 0 && errors === null
                  ? `Nothing unusual was found from ${day(start_date)} to ${day(end_date)}.`
                  : 'Not everything could be judged.'}
              </Empty>
            )}
            <ul className="signals">
              {signals.map((signal) => (
                <li key={signal.name}>
                  <Signal signal={signal} usdot={usdot} />
                </li>
              ))}
            </ul>
            {not_judged.length > 0 && <NotJudged signals={not_judged} />}
            {errors !== null && (
              <p className="notice">Not checked: {Object.keys(errors).map(fieldLabel).join(', ')}.</p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Signals about which the loaded files say nothing, by the reason. */
function NotJudged({ signals }: { signals: CarrierSignals['not_judged'] }) {
  const byReason = Map.groupBy(signals, ({ reason }) => reason);
  return (
    <div className="notice">
      <div>
        <p>Not judged:</p>
        <ul>
          {[...byReason].map(([reason, list]) => (
            <li key={reason}>
              {list.map(({ title }) => title).join('; ')}. <span className="quiet">{reason}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type Evidence = CarrierSignal['evidence'][number];

const SEVERITIES = {
  high: { label: 'High', tone: 'failed' },
  medium: { label: 'Medium', tone: 'stored' },
  low: { label: 'Low', tone: 'none' },
};

function Signal({
  signal: { name, title, severity, rule, evidence, evidence_total },
  usdot,
}: {
  signal: CarrierSignal;
  usdot: string;
}) {
  const { timezone } = useCustomer().identity;
  const keys = [...new Set(evidence.flatMap((row) => Object.keys(row)))];
  const columns: Column<Evidence>[] = keys.map((key) => ({
    id: key,
    label: fieldLabel(key),
    value: (row) => row[key] ?? null,
    show: (row) => evidenceText(row[key] ?? null, key, timezone),
  }));
  return (
    <Disclosure
      param="signals"
      id={name}
      className="signal"
      summary={
        <>
          <span className={`badge badge-${SEVERITIES[severity].tone}`}>{SEVERITIES[severity].label}</span>
          <strong>{withDays(title)}</strong>
          <span className="quiet">{count(evidence_total, 'record')}</span>
        </>
      }
    >
      <p className="quiet">{withDays(rule)}</p>
      <DataTable
        caption={`Evidence: ${title}`}
        name={`evidence.${name}`}
        rows={evidence}
        columns={columns}
        noun="record"
        empty="No records."
        file={`${usdot}-${name}`}
        pageSize={5}
      />
    </Disclosure>
  );
}

/** Days and times as on the rest of the page; a USDOT number links to its carrier. */
function evidenceText(value: Evidence[string], key: string, timezone: string): ReactNode {
  const text = String(value ?? '');
  if (key === 'usdot_number' && text !== '')
    return (
      <Link to="/carriers/$usdot" params={{ usdot: text }}>
        {text}
      </Link>
    );
  if (key === 'image_id' && text !== '')
    return (
      <Link to="/images/$id" params={{ id: text }}>
        Image
      </Link>
    );
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return localTime(new Date(text), timezone);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return day(text);
  return /^(vin|plate_number)$/.test(key) ? <code>{text}</code> : text;
}
