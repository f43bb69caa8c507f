import type { Camera } from '@milepost/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useApi, useCustomer, useScope } from '../../lib/api.tsx';
import { count, number, percent } from '../../lib/format.ts';
import type { Search } from '../../lib/search.ts';
import { useNow } from '../../lib/use-now.ts';
import { useOpened, usePageSearch, useTypedText } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { DayBars } from '../../parts/charts/day-bars.tsx';
import { Check } from '../../parts/field.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { Table, type TableColumn } from '../../parts/tables/table.tsx';
import { CameraHealth, useCameraHealth } from './camera-health.tsx';
import { CameraHoursDialog } from './camera-hours.tsx';
import { OrganizationSelect } from './organization-select.tsx';

const INTERVAL_MS = 60_000;
/** Below this share, a camera is probably dirty, moved or misaligned. */
const LOW_SHARE = 0.5;

export function Page() {
  const isOperator = useScope() === 'operator';
  const search = usePageSearch('cameras');
  const navigate = useNavigate({ from: '/cameras' });
  const opened = useOpened('camera');
  const { source, silent, organization, page = 1 } = search;
  const [, owner, camera] = /^(\d+) (.+)$/.exec(search.camera ?? '') ?? [];
  const cameras = useApi(
    'listCameras',
    {
      query: {
        page,
        page_size: 100,
        silent: silent ?? false,
        source,
        organization_id: organization,
      },
    },
    { intervalMs: INTERVAL_MS, keepPrevious: true },
  );
  const health = useCameraHealth(organization);
  const isFiltered = source !== undefined || silent === true || organization !== undefined;
  const change = (next: Partial<Search['cameras']>) =>
    navigate({ search: { ...search, page: undefined, ...next }, replace: true });
  const [text, setText] = useTypedText(source ?? '', (next) => change({ source: next || undefined }));
  return (
    <div className="stack">
      <div className="page-bar">
        <input
          className="input"
          type="search"
          aria-label="Filter cameras"
          placeholder="Filter by name"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {isOperator && (
          <OrganizationSelect value={organization} onChange={(next) => change({ organization: next })} />
        )}
        <Check
          label="Only silent"
          checked={silent ?? false}
          onChange={(checked) => change({ silent: checked || undefined })}
        />
      </div>
      <CameraHealth health={health} onOpen={opened.open} />
      {/* Below as many cameras as have a problem. */}
      <Loaded query={health.isLoading ? { ...cameras, data: undefined } : cameras} lines={10}>
        {({ cameras, silent: silentCount, silent_rule, pagination }) => (
          <section className="card" aria-label="Cameras">
            <p className="quiet">
              {count(pagination.total, 'camera')}, {number(silentCount)} silent. Silent: {silent_rule}
            </p>
            {cameras.length === 0 ? (
              <Empty title={isFiltered ? 'No camera matches the filter.' : 'No cameras.'}>
                A camera is listed when it has sent an image in the last 30 days. Images are counted every
                minute.
              </Empty>
            ) : (
              <CameraRows cameras={cameras} isOperator={isOperator} onOpen={opened.open} />
            )}
            <Paged page={page} hasMore={pagination.has_more} />
          </section>
        )}
      </Loaded>
      {camera !== undefined && (
        <CameraHoursDialog organizationId={Number(owner)} source={camera} onClose={opened.close} />
      )}
    </div>
  );
}

type RowsProps = { cameras: Camera[]; isOperator: boolean; onOpen: (key: string) => void };

const keyOf = ({ organization_id, source }: Camera) => `${organization_id} ${source}`;

function CameraRows({ cameras, isOperator, onOpen }: RowsProps) {
  const { organization_id } = useCustomer().identity;
  const now = useNow(30_000);
  const organization: TableColumn<Camera> = {
    label: 'Organization',
    show: ({ organization_name }) => organization_name,
  };
  return (
    <Table
      caption="Cameras"
      rows={cameras}
      keyOf={keyOf}
      columns={[
        { label: 'Camera', show: ({ source }) => <span className="row-name">{source}</span> },
        ...(isOperator ? [organization] : []),
        {
          label: 'Last image',
          show: ({ last_image_at, last_image_id, organization_id: owner }) => {
            const time = <RelativeTime at={last_image_at} now={now} />;
            // Only users of the organization that sent an image can open it.
            if (owner !== organization_id) return time;
            return (
              <Link to="/images/$id" params={{ id: last_image_id }} data-list-item>
                {time}
              </Link>
            );
          },
        },
        {
          label: '14 days',
          show: ({ images_per_day }) => <DayBars values={images_per_day} label="Images per day" />,
        },
        { label: 'Today', align: 'right', show: ({ images_per_day }) => number(images_per_day.at(-1) ?? 0) },
        {
          label: 'Per day',
          align: 'right',
          show: ({ images_per_day }) => number(average(images_per_day)),
        },
        {
          label: 'Share read',
          align: 'right',
          show: ({ share_read }) => <Share of={share_read} />,
        },
        {
          label: 'Identified',
          align: 'right',
          show: (camera) => (
            <span>
              <Button small onClick={() => onOpen(keyOf(camera))}>
                <Share of={camera.share_identified} />
                <span className="hidden"> readings of {camera.source}</span>
              </Button>
            </span>
          ),
        },
        {
          label: 'State',
          show: ({ is_silent }) => (
            <span className={`badge badge-${is_silent ? 'warn' : 'active'}`}>
              {is_silent ? 'Silent' : 'Sending'}
            </span>
          ),
        },
      ]}
    />
  );
}

function Share({ of: share }: { of: number | null }) {
  if (share === null) return <span className="quiet">–</span>;
  return <span className={share < LOW_SHARE ? 'worse' : undefined}>{percent(share)}</span>;
}

/** The average over the full days since the first image. Today is not a full day yet. */
function average(imagesPerDay: number[]): number {
  const full = imagesPerDay.slice(0, -1);
  const first = full.findIndex((images) => images > 0);
  if (first === -1) return imagesPerDay.at(-1) ?? 0;
  const days = full.slice(first);
  return Math.round(days.reduce((sum, images) => sum + images, 0) / days.length);
}
