import type { Delivery } from '@milepost/sdk';
import { useState } from 'react';
import { useApi } from '../../lib/api.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/card.tsx';
import { Loaded } from '../../parts/states.tsx';

type Props = { webhookId: string; id: string; attempts: Delivery['attempts'] };

/** The headers and the body of a delivery. They are loaded when they are asked for, because that is recorded. */
export function Sent(props: Props) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <Content {...props} />;
  return (
    <p>
      <Button small onClick={() => setShown(true)}>
        Show what was sent
      </Button>
    </p>
  );
}

function Content({ webhookId, id, attempts }: Props) {
  const content = useApi('getDelivery', { path: { webhook_id: webhookId, delivery_id: id } });
  const times = attempts.map(({ time }) => Math.floor(Date.parse(time) / 1_000)).join(', ');
  return (
    <Loaded query={content} lines={6}>
      {({ headers, signed_headers, body }) => (
        <section className="sent" aria-label="What was sent">
          <h3>Headers</h3>
          <Facts
            rows={[
              ...Object.entries(headers).map(([name, value]): [string, string] => [name, value]),
              ...signed_headers.map((name): [string, string] => [
                name,
                name === 'webhook-timestamp'
                  ? times || 'The time of the attempt'
                  : 'Made for each attempt from its time and the secret; not stored',
              ]),
            ]}
          />
          <div className="row">
            <h3>Body</h3>
            <Button small onClick={() => navigator.clipboard.writeText(body)}>
              Copy
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard. */}
          <pre className="sent-body" tabIndex={0}>
            {JSON.stringify(JSON.parse(body), null, 2)}
          </pre>
        </section>
      )}
    </Loaded>
  );
}
