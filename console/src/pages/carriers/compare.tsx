import type { CarrierProfile } from '@milepost/sdk';
import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCustomer } from '../../lib/api.tsx';
import { day, money, number, percentage } from '../../lib/format.ts';
import { BASICS, type Search } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { CsvButton } from '../../parts/csv-button.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { BASIC_TITLES } from './sections/scores.tsx';

const MAX = 5;

type Fact = {
  label: string;
  value: (profile: CarrierProfile) => ReactNode;
  /** The value in the CSV file, if what is shown is not text. */
  plain?: (profile: CarrierProfile) => string | number | null;
};

function plainOf({ value, plain }: Fact, profile: CarrierProfile | undefined): string | number | null {
  if (!profile) return null;
  if (plain) return plain(profile);
  const shown = value(profile);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : null;
}

const rate = (value: { percent_oos: number; total_inspected: number } | undefined) =>
  value === undefined ? '–' : value.total_inspected === 0 ? 'No rate' : percentage(value.percent_oos, 1);

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
      label: BASIC_TITLES[basic],
      plain: ({ oos }) => oos?.basic_scores[basic].score ?? null,
      value: ({ oos }) => {
        const score = oos?.basic_scores[basic];
        if (!score || score.score === null) return <span className="quiet">–</span>;
        return (
          <>
            {percentage(score.score)} {score.is_escalate && <span className="badge badge-failed">Alert</span>}
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

/** Two to five carriers side by side, today or on an earlier day. */
export function Page() {
  const { usdot = '', as_of }: Search['compare'] = useSearch({ from: '/carriers/compare' });
  const navigate = useNavigate({ from: '/carriers/compare' });
  const { client } = useCustomer();
  useTitle('Compare carriers');
  const numbers = [...new Set(usdot.split(',').filter((one) => /^\d{1,9}$/.test(one)))].slice(0, MAX);
  const asOf = as_of === undefined ? {} : { as_of };
  const profiles = useQueries({
    queries: numbers.map((usdot_number) => ({
      queryKey: ['getCarrierProfile', usdot_number, as_of],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.getCarrierProfile({ query: { usdot_number, ...asOf }, signal }),
    })),
  });
  const names = useQueries({
    queries: numbers.map((query) => ({
      queryKey: ['searchCarriers', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => client.searchCarriers({ query: { query }, signal }),
    })),
  });
  const nameOf = (index: number) =>
    names[index]?.data?.carriers.find(({ usdot_number }) => usdot_number === numbers[index])?.legal_name;
  const show = (next: string[]) =>
    navigate({ search: { ...(next.length > 0 && { usdot: next.join(',') }), ...asOf } });
  return (
    <div className="stack">
      <div className="toolbar">
        {numbers.length < MAX && <Add onAdd={(added) => show([...numbers, added])} />}
        {as_of !== undefined && <span className="quiet">As of {day(as_of)}</span>}
        {numbers.length > 0 && (
          <CsvButton
            file="carriers"
            label="the comparison"
            header={['Fact', ...numbers.map((one) => `USDOT ${one}`)]}
            rows={() => facts.map((fact) => [fact.label, ...profiles.map(({ data }) => plainOf(fact, data))])}
          />
        )}
      </div>
      {numbers.length === 0 ? (
        <Empty title="No carriers to compare.">
          Enter a USDOT number, or select carriers on the search page.
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className="card table-scroll" aria-label="Comparison" tabIndex={0}>
          <table className="list compare">
            <thead>
              <tr>
                <td />
                {numbers.map((one, index) => (
                  <th key={one} scope="col">
                    <Link
                      to="/carriers/$usdot"
                      params={{ usdot: one }}
                      search={asOf}
                      className="compare-name"
                    >
                      {nameOf(index) ?? `USDOT ${one}`}
                    </Link>
                    <span className="compare-foot">
                      <span className="quiet">USDOT {one}</span>
                      <button
                        type="button"
                        className="linklike"
                        aria-label={`Remove USDOT ${one}`}
                        onClick={() => show(numbers.filter((other) => other !== one))}
                      >
                        Remove
                      </button>
                    </span>
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
