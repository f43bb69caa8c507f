import type { Check, OperationInput } from '@milepost/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { count, day, localTime } from '../../lib/format.ts';
import { CHECK_RESULTS } from '../../lib/search.ts';
import { useChangeView, useDialog, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Check as CheckBox, Field, Select } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { CLASSES, type LoadClass, ResultBadge, ruleName, VETTERS } from './results.tsx';

const PAGE_SIZE = 50;
const RESULT_OPTIONS = [['', 'All'], ...Object.entries(CHECK_RESULTS)] as const;

/** The kept checks, newest first, and the way to a new one. */
export function Checks() {
  const { usdot, reference, result, page = 1 } = usePageSearch('vetting');
  const change = useChangeView();
  const [isOpen, setOpen] = useDialog('check');
  const query = {
    ...{ page, page_size: PAGE_SIZE },
    ...(usdot && { usdot_number: usdot }),
    ...(reference && { reference }),
    ...(result && { result }),
  };
  const found = useApi('listChecks', { query }, { keepPrevious: true });
  const isFiltered = usdot !== undefined || reference !== undefined || result !== undefined;
  const filter = (name: string) => (value: string) =>
    change({ [name]: value.trim() || undefined, page: undefined }, 'replace');
  return (
    <>
      <Loaded query={found} lines={10} roles={VETTERS}>
        {({ checks, pagination }) => (
          <Card title="Checks" note={<span className="quiet">{count(pagination.total, 'check')}</span>} wide>
            <div className="page-bar">
              <Filter label="USDOT number" value={usdot} onValue={filter('usdot')} />
              <Filter label="Reference" value={reference} onValue={filter('reference')} />
              <Select
                label="Result"
                value={result ?? ''}
                onChange={({ target }) => filter('result')(target.value)}
                options={RESULT_OPTIONS}
              />
              <Button main small onClick={() => setOpen(true)}>
                New check
              </Button>
            </div>
            {checks.length > 0 ? (
              <List checks={checks} />
            ) : (
              <Empty title={isFiltered ? 'No check fits.' : 'No checks yet.'}>
                A check applies your rules to a carrier, and keeps the result with every row that decided,
                signed.
              </Empty>
            )}
            <Paged page={page} hasMore={pagination.has_more} />
          </Card>
        )}
      </Loaded>
      <Modal
        open={isOpen}
        onOpenChange={setOpen}
        title="New check"
        description="Each carrier is checked against your enabled rules. The checks are kept."
      >
        <Create />
      </Modal>
    </>
  );
}

type FilterProps = { label: string; value: string | undefined; onValue: (value: string) => void };

/** Applied when it is left, or with Enter. */
function Filter({ label, value = '', onValue }: FilterProps) {
  const [text, setText] = useState(value);
  const apply = () => text !== value && onValue(text);
  return (
    <label className="select">
      {label}
      <input
        className="input"
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </label>
  );
}

function List({ checks }: { checks: Check[] }) {
  const { timezone } = useCustomer().identity;
  return (
    <Table
      caption="Checks"
      rows={checks}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Carrier',
          show: ({ id, legal_name, usdot_number }) => (
            <Link to="/vetting/checks/$id" params={{ id }} className="row-name" data-list-item>
              {legal_name || `USDOT ${usdot_number}`}
            </Link>
          ),
        },
        { label: 'USDOT', show: ({ usdot_number }) => usdot_number },
        { label: 'Result', show: ({ result }) => <ResultBadge result={result} /> },
        {
          label: 'Because of',
          show: ({ results }) =>
            results
              .filter(({ result }) => result !== 'PASS')
              .map(({ name }) => ruleName(name))
              .join(', ') || 'Every rule passed',
        },
        { label: 'Reference', show: ({ reference }) => reference ?? '–' },
        { label: 'For', show: (one) => day(one.day) },
        { label: 'Made', show: ({ created_at }) => localTime(new Date(created_at), timezone) },
      ]}
    />
  );
}

function Create() {
  const navigate = useNavigate();
  const create = useAction(
    (client, body: OperationInput<'createChecks'>['body']) => client.createChecks({ body }),
    ({ checks: [first, ...others] }) =>
      first && others.length === 0
        ? navigate({ to: '/vetting/checks/$id', params: { id: first.id } })
        : navigate({ to: '/vetting' }),
  );
  return (
    <Form
      name="check"
      className="stack"
      action={create}
      submit="Check and keep"
      submitting="Checking…"
      onSubmit={({ text, isChecked }) =>
        create.mutate({
          usdot_numbers: text('usdot_numbers')
            .trim()
            .split(/[\s,;]+/)
            .join(','),
          classes: (Object.keys(CLASSES) as LoadClass[]).filter((one) => isChecked(one)),
          ...(text('reference') && { reference: text('reference') }),
          ...(text('day') && { day: text('day') }),
          ...(text('note') && { note: text('note') }),
        })
      }
    >
      <Field
        label="USDOT numbers"
        name="usdot_numbers"
        required
        hint="Up to 50, separated by commas or spaces."
        autoComplete="off"
        spellCheck={false}
      />
      <Field label="Reference" name="reference" maxLength={100} hint="Your own number of the load." />
      <fieldset className="role-list">
        <legend>The load is</legend>
        {(Object.keys(CLASSES) as LoadClass[]).map((one) => (
          <CheckBox key={one} name={one} label={CLASSES[one]} />
        ))}
      </fieldset>
      <Field
        label="As known on"
        name="day"
        type="date"
        hint="Today, if it is empty. What the archive does not have for the day is incomplete."
      />
      <Field label="Note" name="note" maxLength={2000} />
    </Form>
  );
}
