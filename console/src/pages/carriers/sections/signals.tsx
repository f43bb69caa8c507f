import type { CarrierSignal } from '@milepost/sdk';
import { useApi } from '../../../lib/api.tsx';
import { count, fieldLabel } from '../../../lib/format.ts';
import { Card } from '../../../parts/card.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';

export function Signals({ usdot }: { usdot: string }) {
  const signals = useApi('getCarrierSignals', { path: { usdot_number: usdot } });
  const total = signals.data?.signals.length;
  return (
    <Card
      title="Signals"
      note={total === undefined ? null : <span className="quiet">{count(total, 'signal')}</span>}
    >
      <Loaded query={signals} lines={4}>
        {({ signals, errors }) => (
          <>
            {signals.length === 0 && (
              <Empty title="No signals.">Nothing unusual was found in the last 365 days.</Empty>
            )}
            <ul className="signals">
              {signals.map((signal) => (
                <li key={signal.name}>
                  <Signal signal={signal} usdot={usdot} />
                </li>
              ))}
            </ul>
            {errors !== null && (
              <p className="notice">Not checked: {Object.keys(errors).map(fieldLabel).join(', ')}.</p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

type Evidence = CarrierSignal['evidence'][number];

function Signal({
  signal: { name, title, rule, evidence, evidence_total },
  usdot,
}: {
  signal: CarrierSignal;
  usdot: string;
}) {
  const keys = [...new Set(evidence.flatMap((row) => Object.keys(row)))];
  const columns: Column<Evidence>[] = keys.map((key) => ({
    id: key,
    label: fieldLabel(key),
    value: (row) => row[key] ?? null,
  }));
  return (
    <details className="signal">
      <summary>
        <strong>{title}</strong>
        <span className="quiet">{count(evidence_total, 'record')}</span>
      </summary>
      <p className="quiet">{rule}</p>
      <DataTable
        caption={`Evidence: ${title}`}
        rows={evidence}
        columns={columns}
        noun="record"
        empty="No records."
        file={`${usdot}-${name}`}
        pageSize={5}
      />
    </details>
  );
}
