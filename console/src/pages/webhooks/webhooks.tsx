import type { WebhookStatistic, WebhookStatus } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useApi, useRoles } from '../../lib/api.tsx';
import { count, number } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Empty, Failure, Loaded, Skeleton } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { Snippets } from './snippets.tsx';
import { newSecret, SECRET_NOTE, TestResult, WebhookForm, type WebhookValues } from './webhook-form.tsx';

/** So few that the form below stays in reach. */
const PAGE_SIZE = 20;

export function Page() {
  const { page = 1 } = usePageSearch('paged');
  const has = useRoles();
  const webhooks = useApi('listWebhooks', {}, { intervalMs: 30_000 });
  const statistics = useStatistics(page);
  // Wait for the statistics: rows that grow later would shift the page.
  if (statistics.isLoading) return <Skeleton lines={12} />;
  return (
    <div className="stack">
      <Loaded query={webhooks} lines={6} roles={['external-api-get-webhook-list']}>
        {(webhooks) => (
          <Card title="Webhooks" note={<span className="quiet">{count(webhooks.length, 'webhook')}</span>}>
            {webhooks.length === 0 ? (
              <Empty title="No webhooks yet.">
                A webhook receives the matches of all active alerts of your organization, signed.
              </Empty>
            ) : (
              <>
                <List
                  webhooks={webhooks.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
                  statistics={statistics}
                />
                <Paged
                  page={page}
                  hasMore={webhooks.length > page * PAGE_SIZE}
                  labels={['Previous', 'Next']}
                />
              </>
            )}
          </Card>
        )}
      </Loaded>
      {/* Below a list of unknown height: it would move. */}
      {(webhooks.data !== undefined || webhooks.error !== null) && (
        <>
          {has('admin', 'create-alert-webhook-endpoint') && <Create />}
          <Snippets />
        </>
      )}
    </div>
  );
}

export function stateOf({
  enabled,
  disabled_reason,
  failing_since,
}: WebhookStatus): [label: string, tone: string] {
  if (!enabled) return [disabled_reason === null ? 'Disabled' : 'Disabled by the service', 'failed'];
  return failing_since === null ? ['Enabled', 'active'] : ['Failing', 'warn'];
}

const useStatistics = (page: number) =>
  useApi(
    'listWebhookStatistics',
    { query: { page, page_size: PAGE_SIZE } },
    { intervalMs: 30_000, keepPrevious: true },
  );

type ListProps = { webhooks: WebhookStatus[]; statistics: ReturnType<typeof useStatistics> };

function List({ webhooks, statistics }: ListProps) {
  const byWebhook = new Map(statistics.data?.webhooks.map((one) => [one.webhook_id, one]));
  return (
    <ul className="results">
      {webhooks.map((webhook) => {
        const [label, tone] = stateOf(webhook);
        return (
          <li key={webhook.id} className="result">
            <Link to="/webhooks/$id" params={{ id: webhook.id }} className="result-link" data-list-item>
              <span className="result-name">{webhook.webhook_url}</span>
              <span className="quiet">{webhook.description ?? 'No description'}</span>
              <span className="result-side">
                <span className={`badge badge-${tone}`}>{label}</span>
                {statistics.isError ? (
                  <span className="quiet">Its deliveries could not be loaded.</span>
                ) : (
                  <DeliveryStatistics {...byWebhook.get(webhook.id)} />
                )}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function DeliveryStatistics({ last_delivery, ...day }: Partial<WebhookStatistic>) {
  const now = useNow(60_000);
  return (
    <>
      <span className="quiet">
        {last_delivery === null && 'No deliveries yet'}
        {last_delivery && (
          <>
            Last delivery <RelativeTime at={last_delivery.created_at} now={now} />: {outcomeOf(last_delivery)}
          </>
        )}
      </span>
      <span className="quiet">{rateOf(day)}</span>
    </>
  );
}

function outcomeOf({ state, status, error }: NonNullable<WebhookStatistic['last_delivery']>): string {
  if (state === 'delivered') return state;
  if (status !== null) return `${state}, ${status}`;
  return error === null ? state : `${state}. ${error}`;
}

/** Rounded down: 100% means that all arrived. */
function rateOf({ delivered, undelivered, is_complete }: Partial<WebhookStatistic>): string {
  if (delivered === undefined || undelivered === undefined) return '';
  const tried = delivered + undelivered;
  if (tried === 0) return 'None in 24 hours';
  const share = `${Math.floor((100 * delivered) / tried)}%`;
  return `${share} of ${is_complete ? '' : 'the newest '}${number(tried)} in 24 hours arrived`;
}

/** The page generates the secret, sends it and shows it once: no response contains it. */
function Create() {
  const has = useRoles();
  /** The secret of the webhook that is being entered. A test signs with it too. */
  const [next, setNext] = useState(newSecret);
  const [created, setCreated] = useState<string | null>(null);
  const create = useAction(
    (client, body: WebhookValues) => client.createWebhook({ body: { ...body, secret: next } }),
    () => {
      setCreated(next);
      setNext(newSecret());
      test.reset();
    },
  );
  const test = useAction((client, webhook_url: string) =>
    client.testWebhook({ body: { webhook_url, secret: next } }),
  );
  return (
    <Card title="New webhook">
      <WebhookForm
        key={created}
        initial={{ webhook_url: '', description: null }}
        submitLabel="Create webhook"
        name="new"
        action={create}
        onSubmit={(body) => create.mutate(body)}
      >
        {(url) =>
          has('admin', 'test-alert-webhook-endpoint') && (
            <Button disabled={url === '' || test.isPending} onClick={() => test.mutate(url)}>
              {test.isPending ? 'Sending…' : 'Send test event'}
            </Button>
          )
        }
      </WebhookForm>
      {test.error && <Failure error={test.error} />}
      {test.data && <TestResult {...test.data} />}
      {created !== null && <ShownOnce key={created} note={SECRET_NOTE} value={created} />}
    </Card>
  );
}
