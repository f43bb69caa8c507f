import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { useApis, useCustomer, useMayReadObservations } from '../../lib/api.tsx';
import { day, today } from '../../lib/format.ts';
import { useTitle } from '../../lib/title.tsx';
import { usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { CsvButton } from '../../parts/tables/csv-button.tsx';
import { CarrierPicker } from './carrier-picker.tsx';
import { type Compared, csvOf, type Fact, groups, worstOf } from './compare-facts.tsx';

const MAX = 5;

type Column = {
  usdot: string;
  name: string;
  carrier: Compared | null;
  isError: boolean;
  isLoading: boolean;
};

/** Two to five carriers side by side, today or on an earlier day. */
export function Page() {
  const { usdot = '', as_of } = usePageSearch('compare');
  const navigate = useNavigate({ from: '/carriers/compare' });
  const { timezone } = useCustomer().identity;
  useTitle('Compare carriers');
  const numbers = [...new Set(usdot.split(',').filter((one) => /^\d{1,9}$/.test(one)))].slice(0, MAX);
  const columns = useColumns(numbers, as_of);
  // Names and values of different lengths would move the rows, so the table is shown with all carriers at once. A carrier
  // that is added later gets placeholders.
  const [isShown, setShown] = useState(false);
  if (!isShown && columns.length > 0 && columns.every(({ isLoading }) => !isLoading)) setShown(true);
  const csv = csvOf(
    numbers,
    columns.map(({ carrier }) => carrier),
  );
  const show = (next: string[], date = as_of) =>
    navigate({ search: { usdot: next.join(',') || undefined, as_of: date || undefined } });
  return (
    <div className="stack">
      <div className="toolbar">
        {numbers.length < MAX && (
          <CarrierPicker
            label="Add a carrier by name or USDOT number"
            exclude={numbers}
            onPick={(added) => show([...numbers, added])}
          />
        )}
        <label className="toolbar-date">
          As of
          <input
            className="input"
            type="date"
            max={today(timezone)}
            value={as_of ?? ''}
            onChange={({ target: { value } }) => show(numbers, value)}
          />
        </label>
        {numbers.length > 0 && (
          <>
            <CsvButton file="carriers" label="the comparison" header={csv.header} rows={() => csv.rows} />
            <Button small onClick={() => print()}>
              Print
            </Button>
          </>
        )}
      </div>
      {as_of !== undefined && <p className="notice">Everything below is as of {day(as_of)}.</p>}
      {numbers.length === 0 ? (
        <section className="card" aria-label="Nothing to compare">
          <Empty title="No carriers to compare.">
            Add two to five carriers here, or select them on the search page.
          </Empty>
        </section>
      ) : !isShown ? (
        <Skeleton lines={20} />
      ) : (
        <Table
          columns={columns}
          asOf={as_of}
          onRemove={(one) => show(numbers.filter((other) => other !== one))}
        />
      )}
      {isShown && numbers.length > 1 && (
        <p className="quiet">
          <span className="worst">Bold red</span> marks the least favorable figure of a row, and a carrier
          that is not active. Counts are compared by truck or by inspection, and are in parentheses.
          Out-of-service rates are marked only above the national rate.
        </p>
      )}
    </div>
  );
}

function useColumns(numbers: string[], as_of: string | undefined): Column[] {
  const mayReadSignals = useMayReadObservations();
  const profiles = useApis(
    'getCarrierProfile',
    numbers.map((usdot_number) => ({ query: { usdot_number, as_of, sources: true } })),
  );
  const signals = useApis(
    'getCarrierSignals',
    numbers.map((usdot_number) => ({ path: { usdot_number }, query: { as_of } })),
    { enabled: mayReadSignals },
  );
  const names = useApis(
    'searchCarriers',
    numbers.map((query) => ({ query: { query } })),
  );
  return numbers.map((usdot, index) => {
    const profile = profiles[index]?.data;
    const found = names[index]?.data?.carriers.find(({ usdot_number }) => usdot_number === usdot);
    return {
      usdot,
      name: found?.legal_name ?? `USDOT ${usdot}`,
      carrier: profile ? { profile, signals: signals[index]?.data } : null,
      isError: profiles[index]?.isError ?? false,
      isLoading: [profiles, names].some((queries) => queries[index]?.isPending ?? false),
    };
  });
}

type TableProps = { columns: Column[]; asOf: string | undefined; onRemove: (usdot: string) => void };

function Table({ columns, asOf, onRemove }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="card table-scroll" aria-label="Comparison" tabIndex={0}>
      <table className="list compare">
        <thead>
          <tr>
            <td />
            {columns.map(({ usdot, name }) => (
              <th key={usdot} scope="col">
                <Link
                  to="/carriers/$usdot"
                  params={{ usdot }}
                  search={{ as_of: asOf }}
                  className="compare-name"
                  title={name}
                >
                  {name}
                </Link>
                <span className="compare-foot">
                  <span className="quiet">USDOT {usdot}</span>
                  <button
                    type="button"
                    className="linklike no-print"
                    aria-label={`Remove ${name}`}
                    onClick={() => onRemove(usdot)}
                  >
                    Remove
                  </button>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ title, facts }) => {
            const [source, ...others] = sourcesOf(facts, columns);
            const isCommon = others.length === 0;
            return (
              <Fragment key={title}>
                <tr className="compare-group">
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    {title}
                    {isCommon && source !== undefined && <span className="quiet">Scores: {source}</span>}
                  </th>
                </tr>
                {facts.map((fact) => (
                  <Row key={fact.label} fact={fact} columns={columns} hasSources={!isCommon} />
                ))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Shown once above the facts if all of them have the same source, otherwise below each figure. */
function sourcesOf(facts: Fact[], columns: Column[]): string[] {
  const all = facts.flatMap(({ source }) =>
    columns.map(({ carrier }) => (carrier && source ? source(carrier) : '')),
  );
  return [...new Set(all.filter((text) => text !== ''))];
}

function Row({ fact, columns, hasSources }: { fact: Fact; columns: Column[]; hasSources: boolean }) {
  const worst = worstOf(
    fact,
    columns.map(({ carrier }) => carrier),
  );
  return (
    <tr>
      <th scope="row">{fact.label}</th>
      {columns.map((column, index) => (
        <td key={column.usdot} className={worst.has(index) ? 'worst' : undefined}>
          {cellOf(fact, column, hasSources)}
          {worst.has(index) && <span className="hidden"> (least favorable)</span>}
        </td>
      ))}
    </tr>
  );
}

function cellOf({ value, source }: Fact, { carrier, isError }: Column, hasSource: boolean): ReactNode {
  if (isError) return 'Failed';
  if (carrier === null) return <Skeleton lines={1} />;
  const shown = value(carrier);
  if (shown === null) return <span className="quiet">–</span>;
  const by = hasSource && source ? source(carrier) : '';
  return (
    <>
      {shown}
      {by !== '' && <span className="quiet block">{by}</span>}
    </>
  );
}
