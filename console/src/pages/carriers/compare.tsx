import type { CarrierProfile } from '@milepost/sdk';
import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCustomer } from '../../lib/api.tsx';
import { day, money, number } from '../../lib/format.ts';
import { BASICS, type Search } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';

const MAX = 5;

type Fact = { label: string; value: (profile: CarrierProfile) => ReactNode };

const rate = (value: { percent_oos: number; total_inspected: number } | undefined) =>
  value === undefined ? '–' : value.total_inspected === 0 ? 'No rate' : `${value.percent_oos.toFixed(1)}%`;

const facts: Fact[] = [
  { label: 'Status', value: ({ operating_status }) => operating_status?.dot_status.dot_status },
  {
    label: 'Safety rating',
    value: ({ operating_status }) => operating_status?.dot_status.dot_safety_rating || 'Not rated',
  },
  {
    label: 'Common authority',
    value: ({ operating_status }) => operating_status?.authorization.common_authority,
  },
  {
    label: 'Broker authority',
    value: ({ operating_status }) => operating_status?.authorization.broker_authority,
  },
  {
    label: 'MCS-150 filed',
    value: ({ operating_status }) => day(operating_status?.mc_150_details.last_update),
  },
  { label: 'Liability insurance', value: ({ insurance }) => insurance?.active_insurance.bipd_primary_status },
  {
    label: 'On file',
    value: ({ insurance }) => insurance && money(insurance.active_insurance.bipd_primary_insurance_on_file),
  },
  {
    label: 'Power units',
    value: ({ fleet_and_drivers }) =>
      fleet_and_drivers && number(fleet_and_drivers.fleet_overview.total_fleet),
  },
  {
    label: 'Drivers',
    value: ({ fleet_and_drivers }) => fleet_and_drivers && number(fleet_and_drivers.drivers.driver_count),
  },
  { label: 'ISS score', value: ({ oos }) => oos?.iss_score },
  ...BASICS.map(
    (basic): Fact => ({
      label: basic.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
      value: ({ oos }) => {
        const score = oos?.basic_scores[basic];
        if (!score || score.score === null) return <span className="quiet">–</span>;
        return (
          <>
            {Math.round(score.score)}%{' '}
            {score.is_escalate && <span className="badge badge-failed">Alert</span>}
          </>
        );
      },
    }),
  ),
  { label: 'Vehicle out-of-service rate', value: ({ oos }) => rate(oos?.oos_scores.vehicle) },
  { label: 'Driver out-of-service rate', value: ({ oos }) => rate(oos?.oos_scores.driver) },
  { label: 'Crashes', value: ({ oos }) => oos?.crash_information.crash_count },
  { label: 'Deaths', value: ({ oos }) => oos?.crash_information.fatalities },
];

/** Two to five carriers side by side. */
export function Page() {
  const { usdot = '' }: Search['compare'] = useSearch({ from: '/carriers/compare' });
  const navigate = useNavigate({ from: '/carriers/compare' });
  const { client } = useCustomer();
  useTitle('Compare carriers');
  const numbers = [...new Set(usdot.split(',').filter((one) => /^\d{1,9}$/.test(one)))].slice(0, MAX);
  const profiles = useQueries({
    queries: numbers.map((usdot_number) => ({
      queryKey: ['getCarrierProfile', usdot_number],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.getCarrierProfile({ query: { usdot_number }, signal }),
    })),
  });
  const show = (next: string[]) => navigate({ search: next.length === 0 ? {} : { usdot: next.join(',') } });
  return (
    <div className="stack">
      {numbers.length < MAX && <Add onAdd={(added) => show([...numbers, added])} />}
      {numbers.length === 0 ? (
        <Empty title="No carriers to compare.">
          Enter a USDOT number, or select carriers on the search page.
        </Empty>
      ) : (
        <section className="card table-scroll" aria-label="Comparison">
          <table className="list compare">
            <thead>
              <tr>
                <th>
                  <span className="hidden">Fact</span>
                </th>
                {numbers.map((one) => (
                  <th key={one}>
                    <Link to="/carriers/$usdot" params={{ usdot: one }}>
                      USDOT {one}
                    </Link>
                    <button
                      type="button"
                      className="button button-small"
                      aria-label={`Remove USDOT ${one}`}
                      onClick={() => show(numbers.filter((other) => other !== one))}
                    >
                      Remove
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {facts.map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {profiles.map(({ data, isError }, index) => (
                    <td key={numbers[index]}>
                      {data ? (
                        (value(data) ?? <span className="quiet">–</span>)
                      ) : isError ? (
                        'Failed'
                      ) : (
                        <Skeleton lines={1} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function Add({ onAdd }: { onAdd: (usdot: string) => void }) {
  const [text, setText] = useState('');
  const usdot = /^\s*(\d{1,9})\s*$/.exec(text)?.[1];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (usdot === undefined) return;
    onAdd(usdot);
    setText('');
  };
  return (
    <form className="row" onSubmit={submit}>
      <input
        className="input"
        inputMode="numeric"
        aria-label="USDOT number to add"
        placeholder="USDOT number"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="button" disabled={usdot === undefined}>
        Add
      </button>
    </form>
  );
}
