import type { CustomerComplianceRules, OperationInput } from '@milepost/sdk';
import { useState } from 'react';
import { useAction, useApi, useRoles } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Check, Field, Select } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { ruleName, VETTERS } from './results.tsx';
import { type Control, controlsOf, summaryOf, valuesOf } from './rule-params.ts';

export type CustomerRule = CustomerComplianceRules['rules'][number];

/** The vetting rules of the organization. */
export function Rules() {
  const rules = useApi('listCustomerComplianceRules', {});
  const mayEdit = useRoles()('admin', 'external-api-update-compliance-rules');
  const [editing, setEditing] = useState<CustomerRule | null>(null);
  return (
    <>
      <Loaded query={rules} lines={14} roles={VETTERS}>
        {({ rules }) => {
          const enabled = rules.filter(({ status }) => status === 'enabled').length;
          return (
            <Card title="Rules" note={<span className="quiet">{count(enabled, 'rule')} enabled</span>} wide>
              <p>
                Every enabled rule decides about each check. The worst result counts: Fail, then Incomplete,
                Review and Pass. Kept checks do not change.
              </p>
              {rules.length === 0 && <Empty title="No rules." />}
              <Table
                caption="Rules"
                rows={rules}
                keyOf={({ id }) => id}
                columns={[
                  { label: 'Rule', show: ({ rule_name }) => ruleName(rule_name) },
                  {
                    label: 'State',
                    show: ({ status }) => (
                      <span className={`badge badge-${status === 'enabled' ? 'active' : 'none'}`}>
                        {status}
                      </span>
                    ),
                  },
                  { label: 'Decides', show: ({ param_values }) => summaryOf(param_values) },
                  {
                    label: 'Actions',
                    isActions: true,
                    show: (rule) =>
                      mayEdit && (
                        <Button
                          small
                          aria-label={`Edit ${ruleName(rule.rule_name)}`}
                          onClick={() => setEditing(rule)}
                        >
                          Edit
                        </Button>
                      ),
                  },
                ]}
              />
            </Card>
          );
        }}
      </Loaded>
      <Modal
        open={editing !== null}
        onOpenChange={() => setEditing(null)}
        title={ruleName(editing?.rule_name ?? '')}
        wide
      >
        {editing !== null && <Edit rule={editing} onDone={() => setEditing(null)} />}
      </Modal>
    </>
  );
}

function Edit({ rule: { id, status, param_values }, onDone }: { rule: CustomerRule; onDone: () => void }) {
  const update = useAction(
    (client, body: OperationInput<'updateCustomerComplianceRule'>['body']) =>
      client.updateCustomerComplianceRule({ path: { customer_rule_id: id }, body }),
    onDone,
  );
  const controls = controlsOf(param_values);
  return (
    <Form
      name={`rule-${id}`}
      className="stack"
      action={update}
      submit="Save"
      onSubmit={(entered) =>
        update.mutate({
          status: entered.isChecked('is_enabled') ? 'enabled' : 'disabled',
          param_values: valuesOf(controls, entered),
        })
      }
    >
      <Check name="is_enabled" label="Enabled" defaultChecked={status === 'enabled'}>
        A disabled rule decides nothing.
      </Check>
      <div className="rule-params">
        {controls.map((one) => (
          <Param key={one.name} control={one} />
        ))}
      </div>
    </Form>
  );
}

function Param({ control: { name, label, kind, value, options } }: { control: Control }) {
  if (kind === 'flag') return <Check name={name} label={label} defaultChecked={value === true} />;
  if (kind === 'choice')
    return <Select label={label} name={name} defaultValue={String(value)} options={options} />;
  return (
    <Field
      label={label}
      name={name}
      type="number"
      step="any"
      required={kind === 'number'}
      defaultValue={value === null ? '' : Number(value)}
    />
  );
}
