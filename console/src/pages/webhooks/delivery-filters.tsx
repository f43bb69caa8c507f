import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../../lib/api.tsx';
import { DELIVERY_EVENTS, DELIVERY_STATES } from '../../lib/search.ts';
import { useChangeView, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';

type Props = { id: string; isFiltered: boolean };
type Names = readonly (readonly [value: string, label: string])[];
type ChoiceProps = {
  label: string;
  value: string;
  all?: string;
  names: Names;
  onChange: (value: string) => void;
};

function Choice({ label, value, all, names, onChange }: ChoiceProps) {
  return (
    <label className="toolbar-date">
      {label}
      <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {names.map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The filters of the list of deliveries. Choosing another endpoint opens the page of that webhook and keeps the filters. */
export function DeliveryFilters({ id, isFiltered }: Props) {
  const search = usePageSearch('webhook');
  const change = useChangeView();
  const navigate = useNavigate();
  const webhooks = useApi('listWebhooks', {});
  const set = (name: string) => (value: string) =>
    change({ [name]: value || undefined, page: undefined }, 'push');
  const endpoints = webhooks.data?.map((one) => [one.id, one.webhook_url] as const) ?? [
    [id, 'This webhook'] as const,
  ];
  return (
    <search className="page-bar delivery-filters">
      <Choice
        label="Endpoint"
        value={id}
        names={endpoints}
        onChange={(next) =>
          navigate({ to: '/webhooks/$id', params: { id: next }, search: { ...search, page: undefined } })
        }
      />
      <Choice
        label="State"
        value={search.state ?? ''}
        all="All"
        names={Object.entries(DELIVERY_STATES)}
        onChange={set('state')}
      />
      <Choice
        label="Event"
        value={search.event ?? ''}
        all="All"
        names={Object.entries(DELIVERY_EVENTS)}
        onChange={set('event')}
      />
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="toolbar-date">
          {name === 'from' ? 'From' : 'Through'}
          <input
            className="input"
            type="date"
            value={search[name] ?? ''}
            onChange={({ target }) => set(name)(target.value)}
          />
        </label>
      ))}
      {isFiltered && (
        <Button
          small
          onClick={() =>
            change(
              { state: undefined, event: undefined, from: undefined, to: undefined, page: undefined },
              'push',
            )
          }
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}
