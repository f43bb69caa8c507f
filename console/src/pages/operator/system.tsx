import type { SystemState } from '@milepost/sdk';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { byteSize, count, dayAndTime, localTime, number } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card, Facts } from '../../parts/card.tsx';
import { LineChart } from '../../parts/charts/line-chart.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { BackupJobs, ImportJobs } from './jobs.tsx';
import { STAGE_TITLES } from './stages.tsx';

const INTERVAL_MS = 30_000;
const DAY_MS = 86_400_000;
/** `milepost doctor` warns after as many days. */
const OLD_BACKUP_DAYS = 2;
const TONES = { success: 'active', denied: 'warn', failed: 'failed', unknown: 'none' };

/** Imports, backups, storage, machines and the work of a day. */
export function Page() {
  const system = useApi('getSystem', {}, { intervalMs: INTERVAL_MS });
  return (
    <Loaded query={system} lines={20}>
      {(system) => (
        <div className="stack">
          <Card title="Imports">
            <ImportJobs />
          </Card>
          <Backups system={system} />
          <Storage storage={system.storage} />
          <Workers workers={system.workers} />
          <Work work={system.work} />
        </div>
      )}
    </Loaded>
  );
}

function Backups({ system: { backups, last_backup_at: last } }: { system: SystemState }) {
  const { timezone } = useCustomer().identity;
  const now = useNow(60_000);
  const isOld = last === null || now - Date.parse(last) > OLD_BACKUP_DAYS * DAY_MS;
  return (
    <Card
      title="Backups"
      note={
        <span className={`badge badge-${isOld ? 'warn' : 'active'}`}>
          {isOld ? 'No recent backup' : 'Recent'}
        </span>
      }
    >
      <Facts
        rows={[
          ['Last success', <RelativeTime key="last" at={last} now={now} none="No backup is recorded" />],
        ]}
      />
      <BackupJobs />
      {backups.length > 0 && (
        <Table
          caption="Recorded backups"
          rows={backups}
          keyOf={({ at }) => at}
          columns={[
            { label: 'Time', show: ({ at }) => localTime(new Date(at), timezone) },
            { label: 'Machine', show: ({ machine }) => machine },
            {
              label: 'Outcome',
              show: ({ outcome }) => <span className={`badge badge-${TONES[outcome]}`}>{outcome}</span>,
            },
          ]}
        />
      )}
    </Card>
  );
}

function Storage({ storage }: { storage: SystemState['storage'] }) {
  const { database_bytes, image_bytes, files_to_delete, images_by_organization: organizations } = storage;
  return (
    <Card title="Storage">
      <Facts
        rows={[
          ['Database', byteSize(database_bytes)],
          ['Images', byteSize(image_bytes)],
          ['Files to delete', number(files_to_delete)],
        ]}
      />
      {organizations.length > 0 && (
        <Table
          caption="Images by organization"
          rows={organizations}
          keyOf={({ organization_id }) => organization_id}
          columns={[
            { label: 'Organization', show: ({ name }) => <span className="row-name">{name}</span> },
            { label: 'Images', align: 'right', show: ({ bytes }) => byteSize(bytes) },
          ]}
        />
      )}
    </Card>
  );
}

function Workers({ workers }: { workers: SystemState['workers'] }) {
  const now = useNow(60_000);
  return (
    <Card title="Machines" note={<span className="quiet">{count(workers.length, 'machine')}</span>}>
      <p className="quiet">Machines whose processes are connected to the database, API and workers alike.</p>
      <Table
        caption="Machines"
        rows={workers}
        keyOf={({ address }) => address}
        columns={[
          { label: 'Address', show: ({ address }) => address || 'The machine of the database' },
          { label: 'Connected', show: ({ since }) => <RelativeTime at={since} now={now} /> },
          { label: 'Connections', align: 'right', show: ({ connections }) => number(connections) },
        ]}
      />
    </Card>
  );
}

const HOUR_MS = 3_600_000;
type WorkHour = SystemState['work'][number];

function Work({ work }: { work: SystemState['work'] }) {
  const { timezone } = useCustomer().identity;
  const now = useNow(60_000);
  const newest = Math.floor(now / HOUR_MS) * HOUR_MS;
  const shown = Array.from({ length: 24 }, (_, n) => newest - (23 - n) * HOUR_MS);
  const byQueue = [...Map.groupBy(work, ({ queue }) => queue)];
  /** An hour without work has no row. */
  const valuesOf = (hours: WorkHour[], kind: 'done' | 'retried' | 'dead') => {
    const byHour = new Map(hours.map((one) => [Date.parse(one.hour), one[kind]]));
    return shown.map((hour) => byHour.get(hour) ?? 0);
  };
  return (
    <Card title="Work of the last 24 hours" wide>
      {byQueue.length === 0 && <Empty title="No work in the last 24 hours." />}
      {byQueue.map(([queue, hours]) => (
        <LineChart
          key={queue}
          title={(STAGE_TITLES as Record<string, string>)[queue] ?? queue}
          days={shown.map((hour) => new Date(hour).toISOString())}
          nameOf={(at) => dayAndTime(new Date(at), timezone)[1]}
          series={[
            { name: 'Done', values: valuesOf(hours, 'done') },
            { name: 'Retried', values: valuesOf(hours, 'retried') },
            { name: 'Failed', values: valuesOf(hours, 'dead') },
          ]}
        />
      ))}
    </Card>
  );
}
