import type { Job, JobList, StartJob } from '@milepost/sdk';
import { useState } from 'react';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { day, localTime, today } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Select } from '../../parts/field.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';

const RUNNING_MS = 2_000;
const IDLE_MS = 30_000;
const NEXT_SHOWN = 5;
const STATES = { waiting: 'stored', running: 'stored', done: 'active', failed: 'failed' };
const START = 'Start import';
const TITLES = { backup: 'Backup', verify: 'Verification' };
const isOver = ({ finished_at }: Job) => finished_at !== null;

/** Asked often while one runs. */
function useJobs() {
  const [everyMs, setEvery] = useState(RUNNING_MS);
  const jobs = useApi('listJobs', {}, { intervalMs: everyMs });
  const wanted = jobs.data?.jobs.every(isOver) ? IDLE_MS : RUNNING_MS;
  if (wanted !== everyMs) setEvery(wanted);
  return jobs;
}

const useStart = () => useAction((client, body: StartJob) => client.startJob({ body }));
type Start = ReturnType<typeof useStart>;

/** What is imported next, and the imports that were started here. */
export function ImportJobs() {
  const jobs = useJobs();
  return (
    <Loaded query={jobs} lines={6}>
      {(list) => (
        <>
          <Schedule datasets={list.import_datasets} />
          <StartImport list={list} />
          <Jobs jobs={list.jobs.filter(({ kind }) => kind === 'import')} caption="Imports started here" />
        </>
      )}
    </Loaded>
  );
}

function Schedule({ datasets }: { datasets: string[] }) {
  const { timezone } = useCustomer().identity;
  const now = useNow(60_000);
  const imports = useApi('listImports', {});
  return (
    <Loaded query={imports} lines={3}>
      {({ imports }) => {
        const loaded = imports.flatMap(({ load }) => (load ? [load.loaded_at] : [])).sort();
        const next = imports
          .flatMap(({ title, expected_on }) => (expected_on === null ? [] : [{ title, on: expected_on }]))
          .sort((a, b) => a.on.localeCompare(b.on));
        return (
          <Facts
            rows={[
              [
                'Daily timer',
                datasets.length === 0 ? (
                  <>
                    No datasets: <code>IMPORT_DATASETS</code> is not set
                  </>
                ) : (
                  datasets.join(', ')
                ),
              ],
              ['Last import', <RelativeTime key="last" at={loaded.at(-1) ?? null} now={now} none="None" />],
              [
                'Next files',
                next.length === 0
                  ? 'Not known before the second import of a dataset'
                  : next.slice(0, NEXT_SHOWN).map(({ title, on }) => (
                      <span key={title} className={on < today(timezone) ? 'block worse' : 'block'}>
                        {title}: {on < today(timezone) ? 'expected since ' : ''}
                        {day(on)}
                      </span>
                    )),
              ],
            ]}
          />
        );
      }}
    </Loaded>
  );
}

function StartImport({ list: { jobs, downloadable, import_datasets, has_demo } }: { list: JobList }) {
  const [dataset, setDataset] = useState('');
  const start = useStart();
  const isBusy = jobs.some((job) => job.kind === 'import' && !isOver(job));
  const hasAll = import_datasets.length > 0;
  const chosen = dataset === '' && !hasAll ? (downloadable[0]?.dataset ?? '') : dataset;
  const send = (replace_demo: boolean) =>
    start.mutate({
      kind: 'import',
      ...(chosen !== '' && { datasets: [chosen] }),
      ...(replace_demo && { replace_demo }),
    });
  return (
    <>
      <div className="row">
        <Select
          label="Dataset"
          value={chosen}
          onChange={({ target }) => setDataset(target.value)}
          options={[
            ...(hasAll ? [['', `All of the timer (${import_datasets.length})`] as [string, string]] : []),
            ...downloadable.map(({ dataset, title }): [string, string] => [dataset, title]),
          ]}
        />
        {has_demo ? (
          <ConfirmButton
            label={START}
            title="Replace the demo with real data?"
            text="The first import removes the carriers, scores, sightings, alerts and images of the demo. Users stay."
            onConfirm={() => send(true)}
          />
        ) : (
          <Button disabled={isBusy || start.isPending} onClick={() => send(false)}>
            {START}
          </Button>
        )}
      </div>
      {start.isError && <Failure error={start.error} />}
    </>
  );
}

/** Where backups go, and the backups and verifications that were started here. */
export function BackupJobs() {
  const jobs = useJobs();
  const start = useStart();
  return (
    <Loaded query={jobs} lines={4}>
      {({ jobs, backup_place: place }) => (
        <div className="stack">
          {place === null ? (
            <p className="quiet">
              To start backups here, set <code>BACKUP_URL</code>, which names their folder or bucket, for the
              API and the workers.
            </p>
          ) : (
            <Facts rows={[['Place', <code key="place">{place}</code>]]} />
          )}
          <div className="row">
            <BackupButton start={start} kind="backup" jobs={jobs} isReady={place !== null} />
            <BackupButton start={start} kind="verify" jobs={jobs} isReady={place !== null} />
          </div>
          {start.isError && <Failure error={start.error} />}
          <Jobs jobs={jobs.filter(({ kind }) => kind !== 'import')} caption="Backups started here" />
        </div>
      )}
    </Loaded>
  );
}

type BackupButtonProps = { start: Start; kind: 'backup' | 'verify'; jobs: Job[]; isReady: boolean };

function BackupButton({ start, kind, jobs, isReady }: BackupButtonProps) {
  const isBusy = jobs.some((job) => job.kind === kind && !isOver(job));
  return (
    <Button disabled={!isReady || isBusy || start.isPending} onClick={() => start.mutate({ kind })}>
      {kind === 'backup' ? 'Run a backup' : 'Verify the newest'}
    </Button>
  );
}

function Jobs({ jobs, caption }: { jobs: Job[]; caption: string }) {
  const { timezone } = useCustomer().identity;
  if (jobs.length === 0) return null;
  return (
    <div role="status" aria-live="polite">
      <Table
        caption={caption}
        rows={jobs}
        keyOf={({ job_id }) => job_id}
        columns={[
          {
            label: 'Started',
            show: ({ kind, datasets, requested_at }) => (
              <>
                <span className="row-name">{localTime(new Date(requested_at), timezone)}</span>
                <span className="quiet block">
                  {kind === 'import' ? datasets.join(', ') || 'The datasets of the timer' : TITLES[kind]}
                </span>
              </>
            ),
          },
          {
            label: 'State',
            show: ({ state }) => <span className={`badge badge-${STATES[state]}`}>{state}</span>,
          },
          { label: 'Output', show: Output },
        ]}
      />
    </div>
  );
}

/** While it runs, its last line; then its result or its errors. */
function Output({ state, output }: Job) {
  const lines = output.split('\n');
  if (state === 'waiting') return <span className="quiet">A worker starts it within seconds.</span>;
  if (state === 'running') return lines.at(-1)?.trim() || 'Started';
  return (
    <details>
      <summary>{lines.at(-1)?.trim()}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <pre className="code" tabIndex={0}>
        {output}
      </pre>
    </details>
  );
}
