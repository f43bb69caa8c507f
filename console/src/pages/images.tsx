import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { ImageUpIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { UPLOADERS, useApi, useCustomer, useRoles } from '../lib/api.tsx';
import { entered } from '../lib/form.ts';
import { count } from '../lib/format.ts';
import { CONFIDENCE_LEVELS, IMAGE_STATES, type Search } from '../lib/search.ts';
import { useSteadyList } from '../lib/use-steady-list.ts';
import { useDialog, usePageSearch } from '../lib/use-view.ts';
import { moment, nextDay } from '../lib/zoned-time.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Field } from '../parts/field.tsx';
import { FilterForm, filterFields } from '../parts/forms/filter-form.tsx';
import { ImageGrid, ImageGridLoading, NoImages } from '../parts/image-grid.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Pager } from '../parts/tables/pager.tsx';

const INTERVAL_MS = 15_000;
const PAGE_SIZE = 48;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The organization's images with filters, which are in the URL. */
export function Page() {
  const { before, ...filters } = usePageSearch('images');
  const { timezone } = useCustomer().identity;
  const navigate = useNavigate({ from: '/images' });
  const router = useRouter();
  // The API has no link to the next newer page. It is the one before in the history, unless a link led here.
  const cameFromNewer = useLocation({ select: ({ state }) => state.opened === 'before' });
  const images = useApi(
    'listImages',
    {
      query: { ...queryOf(filters, timezone), before, page_size: PAGE_SIZE },
    },
    { intervalMs: INTERVAL_MS, keepPrevious: true },
  );
  const hasFilters = Object.keys(filters).length > 0;
  const list = useSteadyList(
    JSON.stringify([filters, before]),
    images.isPlaceholderData ? undefined : images.data?.images,
  );
  return (
    <div className="stack">
      <Filters key={JSON.stringify(filters)} filters={filters} onChange={(search) => navigate({ search })} />
      <Bar waiting={before === undefined ? list.waiting : 0} onShow={list.showNewest} />
      <Loaded query={images} loading={<ImageGridLoading count={20} />} roles={['image-read-endpoint']}>
        {({ next_before }) => (
          <section className="fills" aria-label="Images">
            {list.entries.length === 0 && (
              <div className="card">
                <Nothing hasFilters={hasFilters} hasMore={next_before !== null} />
              </div>
            )}
            <ImageGrid images={list.entries} />
            <Pager
              onNewer={
                before === undefined
                  ? undefined
                  : () => (cameFromNewer ? router.history.back() : navigate({ search: filters }))
              }
              onOlder={
                next_before === null
                  ? undefined
                  : () =>
                      navigate({ search: { ...filters, before: next_before }, state: { opened: 'before' } })
              }
              labels={[before === undefined || cameFromNewer ? 'Newer' : 'Newest', 'Older']}
            />
          </section>
        )}
      </Loaded>
      {(images.data !== undefined || images.error !== null) && <OpenById />}
    </div>
  );
}

/** Its height does not depend on its content. */
function Bar({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  const mayUpload = useRoles()(...UPLOADERS);
  const [, setOpen] = useDialog('upload');
  return (
    <div className="page-bar images-bar">
      <span role="status">
        {waiting > 0 ? (
          <Button small onClick={onShow}>
            Show {count(waiting, 'new image')}
          </Button>
        ) : (
          mayUpload && <span className="quiet">Images can be dropped on any page.</span>
        )}
      </span>
      {mayUpload && (
        <Button small className="push" onClick={() => setOpen(true)}>
          <ImageUpIcon /> Upload images
        </Button>
      )}
    </div>
  );
}

function Nothing({ hasFilters, hasMore }: { hasFilters: boolean; hasMore: boolean }) {
  if (hasMore) return <Empty title="None of the 20,000 newest images match.">Older ones may.</Empty>;
  if (hasFilters) return <Empty title="No image matches the filters.">Change or clear a filter.</Empty>;
  return <NoImages />;
}

type FilterValues = Omit<Search['images'], 'before'>;

/** Days are those of the organization's time zone; the API takes moments. */
function queryOf({ from, to, usdot, ...filters }: FilterValues, timezone: string) {
  return {
    ...filters,
    usdot_number: usdot === undefined ? undefined : Number(usdot),
    received_from: from && moment(from, timezone).toISOString(),
    received_to: to && moment(nextDay(to), timezone).toISOString(),
  };
}

type FiltersProps = { filters: FilterValues; onChange: (filters: FilterValues) => void };

function Filters({ filters, onChange }: FiltersProps) {
  const { text, choice } = filterFields(filters, onChange);
  return (
    <FilterForm onClear={Object.keys(filters).length > 0 ? () => onChange({}) : undefined}>
      {text('plate', 'Plate', { maxLength: 32 })}
      {text('usdot', 'USDOT number', { inputMode: 'numeric', maxLength: 9, pattern: '[0-9]*' })}
      {text('source', 'Camera', { maxLength: 200 })}
      {choice('state', 'Status', Object.entries(IMAGE_STATES))}
      {choice('confidence', 'USDOT confidence', Object.entries(CONFIDENCE_LEVELS))}
      {text('from', 'Received from', { type: 'date' })}
      {text('to', 'Received to', { type: 'date' })}
    </FilterForm>
  );
}

function OpenById() {
  const [error, setError] = useState<string>();
  const navigate = useNavigate();
  function open(event: FormEvent<HTMLFormElement>) {
    const id = UUID.exec(entered(event).text('id'))?.[0];
    if (id === undefined) setError('Enter an image ID or a link that contains one.');
    else navigate({ to: '/images/$id', params: { id: id.toLowerCase() } });
  }
  return (
    <Card title="Open an image" wide>
      <form className="open" onSubmit={open}>
        <Field
          label="Image ID"
          name="id"
          required
          autoComplete="off"
          spellCheck={false}
          error={error}
          hint="The image_id that POST /image returned, or a link to the image."
        />
        <Button type="submit">Open</Button>
      </form>
    </Card>
  );
}
