import type { Import, StoredScoreRun } from '@milepost/sdk';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { count, day, localTime, number, today } from '../../lib/format.ts';
import { Card } from '../../parts/card.tsx';
import { Disclosure } from '../../parts/disclosure.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';

export function Page() {
  return (
    <div className="stack">
      <Imports />
      <ScoreRuns />
    </div>
  );
}

type LoadedImport = Import & { load: NonNullable<Import['load']> };
const isLoaded = (one: Import): one is LoadedImport => one.load !== null;

function Imports() {
  const { timezone } = useCustomer().identity;
  const imports = useApi('listImports', {});
  return (
    <Card title="Federal data">
      <Loaded query={imports} lines={40}>
        {({ imports, warnings }) => {
          const loaded = imports.filter(isLoaded);
          const missing = imports.filter((one) => one.load === null);
          return (
            <>
              {warnings.map((warning) => (
                <p key={warning} className="notice">
                  {warning}
                </p>
              ))}
              {loaded.length === 0 ? (
                <Empty title="Nothing is imported yet.">
                  Run <code>milepost import --download</code> on the server.
                </Empty>
              ) : (
                <Table
                  caption="Imports"
                  rows={loaded}
                  keyOf={({ dataset }) => dataset}
                  columns={[
                    {
                      label: 'Dataset',
                      show: ({ title, dataset }) => (
                        <>
                          <span className="row-name">{title}</span>
                          <code className="quiet block">{dataset}</code>
                        </>
                      ),
                    },
                    { label: 'Data of', show: ({ load }) => day(load.as_of) },
                    { label: 'Age', align: 'right', show: ({ load }) => count(load.age_days, 'day') },
                    {
                      label: 'Next expected',
                      show: ({ expected_on }) =>
                        expected_on === null ? (
                          <span className="quiet">Unknown</span>
                        ) : (
                          <span className={expected_on < today(timezone) ? 'worse' : undefined}>
                            {day(expected_on)}
                          </span>
                        ),
                    },
                    { label: 'Imported', show: ({ load }) => localTime(new Date(load.loaded_at), timezone) },
                    { label: 'Rows', align: 'right', show: ({ load }) => number(load.rows_kept) },
                    {
                      label: 'Rejected',
                      align: 'right',
                      show: ({ load }) => (
                        <span className={load.rows_rejected > 0 ? 'worse' : 'quiet'}>
                          {number(load.rows_rejected)}
                        </span>
                      ),
                    },
                  ]}
                />
              )}
              {missing.length > 0 && (
                <Disclosure
                  param="show"
                  id="missing"
                  className="missing"
                  summary={`${count(missing.length, 'dataset')} not imported`}
                >
                  <ul className="tags">
                    {missing.map(({ dataset, title }) => (
                      <li key={dataset} className="tag">
                        {title}
                      </li>
                    ))}
                  </ul>
                </Disclosure>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function ScoreRuns() {
  const { timezone } = useCustomer().identity;
  const runs = useApi('listScoreRuns', {}, { intervalMs: 30_000 });
  return (
    <Card
      title="Safety score runs"
      note={runs.data?.is_running && <span className="badge badge-stored">A run is in progress</span>}
    >
      <Loaded query={runs} lines={5}>
        {({ runs, violations, violations_without_weight: without }) => (
          <>
            <p className="quiet">
              {violations === 0
                ? 'No violations are imported.'
                : `${number(without)} of ${count(violations, 'violation')} have a code without a severity weight.`}
            </p>
            {runs.length === 0 ? (
              <Empty title="No run yet.">
                A run follows the import of the monthly SMS files, or <code>milepost score</code>.
              </Empty>
            ) : (
              <Table
                caption="Safety score runs"
                rows={runs}
                keyOf={({ run_id }) => run_id}
                columns={[
                  {
                    label: 'As of',
                    show: ({ as_of, notes }) => (
                      <span className="row-name" title={notes.join('\n')}>
                        {day(as_of)}
                      </span>
                    ),
                  },
                  { label: 'Method', show: methodOf },
                  { label: 'Carriers', align: 'right', show: ({ carriers }) => number(carriers) },
                  {
                    label: 'With a percentile',
                    align: 'right',
                    show: ({ ranked, carriers }) => `${number(ranked)} (${share(ranked, carriers)})`,
                  },
                  { label: 'Duration', align: 'right', show: ({ seconds }) => `${seconds.toFixed(1)} s` },
                  { label: 'Computed', show: ({ created_at }) => localTime(new Date(created_at), timezone) },
                  {
                    label: 'State',
                    show: ({ is_latest }) =>
                      is_latest ? (
                        <span className="badge badge-active">In use</span>
                      ) : (
                        <span className="badge badge-none">History</span>
                      ),
                  },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function methodOf({ method, version }: StoredScoreRun): string {
  return `${method === 'current' ? 'In force' : 'Preview'}, ${version}`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}
