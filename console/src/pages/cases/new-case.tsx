import type { OperationInput } from '@milepost/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useCustomer } from '../../lib/api.tsx';
import { today } from '../../lib/format.ts';
import { VEHICLE_NUMBERS, type VehicleKind } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { usePageSearch } from '../../lib/use-view.ts';
import { moment, nextDay } from '../../lib/zoned-time.ts';
import { Card } from '../../parts/card.tsx';
import { Field, Select, TextArea } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';

const KINDS = Object.entries(VEHICLE_NUMBERS).map(([kind, [title]]) => [kind, title] as const);
const DAYS = 30;
const DAY_MS = 86_400_000;

/** Opens a case about a vehicle and a period of days. */
export function Page() {
  const given = usePageSearch('newCase');
  const { timezone } = useCustomer().identity;
  const navigate = useNavigate();
  useTitle('New case');
  const [kind, setKind] = useState<VehicleKind>(given.kind ?? 'plate');
  const last = today(timezone);
  const first = new Date(Date.parse(last) - DAYS * DAY_MS).toISOString().slice(0, 10);
  const create = useAction(
    (client, body: OperationInput<'createCase'>['body']) => client.createCase({ body }),
    ({ id }) => navigate({ to: '/cases/$id', params: { id } }),
  );
  return (
    <div className="stack case-new">
      <Card title="Case">
        <Form
          name="case"
          className="stack"
          action={create}
          submit="Open the case"
          onSubmit={({ text }) =>
            create.mutate({
              ...{ kind, value: text('value'), title: text('title'), note: text('note') },
              ...(kind === 'plate' && text('plate_state') !== '' && { plate_state: text('plate_state') }),
              ...(text('usdot_number') !== '' && { usdot_number: text('usdot_number') }),
              start: moment(text('start'), timezone).toISOString(),
              end: moment(nextDay(text('end')), timezone).toISOString(),
            })
          }
        >
          <div className="fields case-fields">
            <Field
              label="Title"
              name="title"
              required
              maxLength={200}
              placeholder="Stolen trailer, claim 20-117"
            />
            <Select
              label="Number"
              name="kind"
              value={kind}
              onChange={({ target }) => setKind(target.value as VehicleKind)}
              options={KINDS}
            />
            <Field
              label={VEHICLE_NUMBERS[kind][0]}
              name="value"
              required
              maxLength={60}
              defaultValue={given.value}
              autoComplete="off"
              spellCheck={false}
            />
            {kind === 'plate' && (
              <Field
                label="State of the plate"
                name="plate_state"
                hint="Without it, plates of all states."
                maxLength={30}
                defaultValue={given.plate_state}
              />
            )}
            <Field
              label="Only with USDOT number"
              name="usdot_number"
              hint="Numbers of cabs and trailers repeat between carriers."
              maxLength={9}
              inputMode="numeric"
              defaultValue={given.usdot_number}
            />
            <Field label="First day" name="start" type="date" required defaultValue={first} />
            <Field label="Last day" name="end" type="date" required defaultValue={last} />
          </div>
          <TextArea label="Note" name="note" rows={4} maxLength={4_000} />
        </Form>
      </Card>
    </div>
  );
}
