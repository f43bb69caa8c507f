import type { Camera } from '@milepost/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { count, localTime, number, percent, relativeTime } from '../../lib/format.ts';
import { useScope } from '../../lib/scope.ts';
import type { Search } from '../../lib/search.ts';
import { useNow } from '../../lib/use-now.ts';
import { usePageSearch, useTypedText } from '../../lib/use-view.ts';
import { Permission } from '../../parts/admin/permission.tsx';
import { type RowColumn, Rows } from '../../parts/admin/rows.tsx';
import { Sparkline } from '../../parts/admin/sparkline.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { OrganizationSelect } from './organization-select.tsx';

const INTERVAL_MS = 60_000;
/** Below this share, a camera is probably dirty, moved or misaligned. */
const LOW_SHARE = 0.5;

export function Page() {
  return (
    <Permission needs="organization">
      <Cameras />
    </Permission>
  );
}

function Cameras() {
  const isOperator = useScope() === 'operator';
  const search = usePageSearch('cameras');
  const navigate = useNavigate({ from: '/cameras' });
  const { source, silent, organization, page = 1 } = search;
  const cameras = useApi(
    'listCameras',
    {
      query: {
        page,
        page_size: 100,
        silent: silent ?? false,
        ...(source !== undefined && { source }),
        ...(organization !== undefined && { organization_id: organization }),
      },
    },
    { intervalMs: INTERVAL_MS, keepPrevious: true },
  );
  const isFiltered = source !== undefined || silent === true || organization !== undefined;
  const change = (next: Partial<Search['cameras']>) =>
    navigate({ search: { ...search, page: undefined, ...next } as never, replace: true });
  const goTo = (next: number) => () => navigate({ search: { ...search, page: next } });
  const [text, setText] = useTypedText(source ?? '', (next) =>
    change({ source: next || undefined } as never),
  );
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
          <OrganizationSelect
            value={organization}
            onChange={(next) => change({ organization: next } as never)}
          />
        )}
        <label className="check">
          <input
            type="checkbox"
            checked={silent ?? false}
            onChange={({ target }) => change({ silent: target.checked || undefined } as never)}
          />
          Only silent
        </label>
      </div>
      <Loaded query={cameras} lines={10}>
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
              <CameraRows cameras={cameras} isOperator={isOperator} />
            )}
            <Pager
              onNewer={page > 1 ? goTo(page - 1) : undefined}
              onOlder={pagination.has_more ? goTo(page + 1) : undefined}
            />
          </section>
        )}
      </Loaded>
    </div>
  );
}

function CameraRows({ cameras, isOperator }: { cameras: Camera[]; isOperator: boolean }) {
  const { timezone, organization_id } = useCustomer().identity;
  const now = useNow(30_000);
  const organization: RowColumn<Camera> = {
    label: 'Organization',
    show: ({ organization_name }) => organization_name,
  };
  return (
    <Rows
      caption="Cameras"
      rows={cameras}
      keyOf={({ organization_id, source }) => `${organization_id} ${source}`}
      columns={[
        { label: 'Camera', show: ({ source }) => <span className="row-name">{source}</span> },
        ...(isOperator ? [organization] : []),
        {
          label: 'Last image',
          show: ({ last_image_at, last_image_id, organization_id: owner }) => {
            const time = (
              <time dateTime={last_image_at} title={localTime(new Date(last_image_at), timezone)}>
                {relativeTime(new Date(last_image_at), now)}
              </time>
            );
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
          show: ({ images_per_day }) => <Sparkline values={images_per_day} label="Images per day" />,
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
          show: ({ share_read }) =>
            share_read === null ? (
              <span className="quiet">–</span>
            ) : (
              <span className={share_read < LOW_SHARE ? 'worse' : undefined}>{percent(share_read)}</span>
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

/** Over the full days since the first image; today is not over. */
function average(imagesPerDay: number[]): number {
  const full = imagesPerDay.slice(0, -1);
  const first = full.findIndex((images) => images > 0);
  if (first === -1) return imagesPerDay.at(-1) ?? 0;
  const days = full.slice(first);
  return Math.round(days.reduce((sum, images) => sum + images, 0) / days.length);
}
