import type { WebhookEvents } from '@milepost/sdk';
import { useAction, useApi, useRoles } from '../../lib/api.tsx';
import { Card } from '../../parts/card.tsx';
import { Check } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Loaded } from '../../parts/states.tsx';

type WebhookEvent = WebhookEvents['events'][number];

const EVENTS: Record<WebhookEvent, [label: string, explanation: string]> = {
  'alert.matches_found': ['Matches of alerts', 'New matches of all active alerts.'],
  'alert.match_corrected': ['Corrected matches', 'Matches that were sent and no longer hold.'],
  'watchlist.changes_found': ['Watched carriers', 'Changes of the carriers on your watchlists.'],
  'objection.received': ['Objections', 'Objections of carriers to what you hold about them.'],
  'alert.test': ['Tests', 'Test events that are sent to all webhooks.'],
};
const NAMES = Object.keys(EVENTS) as WebhookEvent[];

/** The events that a webhook receives. */
export function Events({ id }: { id: string }) {
  const has = useRoles();
  const path = { webhook_id: id };
  const events = useApi('getWebhookEvents', { path });
  const save = useAction((client, body: WebhookEvents) => client.setWebhookEvents({ path, body }));
  const canEdit = has('admin', 'edit-alert-webhook-endpoint');
  return (
    <Card title="Events">
      <Loaded query={events} lines={4}>
        {({ events }) =>
          canEdit ? (
            <Form
              key={events.join()}
              name={`events-${id}`}
              className="stack"
              action={save}
              submit="Save events"
              saved="Saved."
              onSubmit={({ isChecked }) => save.mutate({ events: NAMES.filter(isChecked) })}
            >
              <fieldset className="role-list watch-kinds">
                <legend className="hidden">Events</legend>
                {NAMES.map((name) => (
                  <Check
                    key={name}
                    name={name}
                    label={EVENTS[name][0]}
                    defaultChecked={events.includes(name)}
                  >
                    {EVENTS[name][1]} <code>{name}</code>
                  </Check>
                ))}
              </fieldset>
            </Form>
          ) : (
            <p>{events.map((name) => EVENTS[name][0]).join(', ') || 'None'}</p>
          )
        }
      </Loaded>
    </Card>
  );
}
