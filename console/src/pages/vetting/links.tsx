import type { CarrierLink, OperationInput } from '@milepost/sdk';
import { useState } from 'react';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { localTime } from '../../lib/format.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { LinkedCarrier, VETTERS } from './results.tsx';

const SHOWN = 25;

/** The links with which carriers see what is held about them. */
export function Links() {
  const links = useApi('listCarrierLinks', { query: { page_size: SHOWN } });
  return (
    <Card title="Links for carriers" wide>
      <p>
        A carrier that opens its link sees what your rules find about it, why, and what would clear it, the
        note of your block list, and the results of kept checks. It can object.
      </p>
      <Create />
      <Loaded query={links} lines={4} roles={VETTERS}>
        {({ links, pagination }) =>
          links.length === 0 ? (
            <Empty title="No links yet.">Make one for a carrier, and send it yourself.</Empty>
          ) : (
            <>
              <List links={links} />
              {pagination.has_more && <p className="quiet">The newest {SHOWN} are shown.</p>}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Create() {
  const [made, setMade] = useState<string | null>(null);
  const create = useAction(
    (client, body: OperationInput<'createCarrierLink'>['body']) => client.createCarrierLink({ body }),
    ({ link }) => setMade(link),
  );
  return (
    <>
      <Form
        name="carrier-link"
        className="stack"
        action={create}
        submit="Make a link"
        onSubmit={({ text }) =>
          create.mutate({ usdot_number: text('usdot_number'), days: Number(text('days')) })
        }
      >
        <div className="fields">
          <Field
            label="USDOT number"
            name="usdot_number"
            required
            maxLength={12}
            inputMode="numeric"
            autoComplete="off"
          />
          <Field
            label="Valid for days"
            name="days"
            type="number"
            required
            min={1}
            max={90}
            defaultValue={30}
          />
        </div>
      </Form>
      {made !== null && (
        <ShownOnce note="Send this link to the carrier. It is not shown again." value={made} />
      )}
    </>
  );
}

function List({ links }: { links: CarrierLink[] }) {
  const { timezone } = useCustomer().identity;
  const revoke = useAction((client, id: string) => client.revokeCarrierLink({ path: { link_id: id } }));
  const shown = (time: string | null) => (time === null ? 'Never' : localTime(new Date(time), timezone));
  const stateOf = ({ revoked_at, expires_at }: CarrierLink) => {
    if (revoked_at !== null) return 'Revoked';
    return Date.parse(expires_at) < Date.now() ? 'Expired' : 'Active';
  };
  return (
    <>
      <Table
        caption="Links for carriers"
        rows={links}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Carrier', show: LinkedCarrier },
          { label: 'State', show: stateOf },
          { label: 'Last opened', show: ({ opened_at }) => shown(opened_at) },
          { label: 'Expires', show: ({ expires_at }) => shown(expires_at) },
          {
            label: 'Actions',
            isActions: true,
            show: (link) =>
              stateOf(link) === 'Active' && (
                <ConfirmButton
                  label="Revoke"
                  title={`Revoke the link for USDOT ${link.usdot_number}?`}
                  text="It opens nothing any more. Objections that were sent with it stay."
                  onConfirm={() => revoke.mutate(link.id)}
                />
              ),
          },
        ]}
      />
      {revoke.error && <Failure error={revoke.error} />}
    </>
  );
}
