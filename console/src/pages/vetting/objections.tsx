import type { Objection, OperationInput } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { DownloadIcon } from 'lucide-react';
import { useState } from 'react';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { count, day, localTime } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { OBJECTION_STATES } from '../../lib/search.ts';
import { useChangeView, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { Paged } from '../../parts/tables/pager.tsx';
import { Links } from './links.tsx';
import { LinkedCarrier, ResultBadge, VETTERS } from './results.tsx';

const PAGE_SIZE = 25;
const STATE_CLASSES = { open: 'pending', accepted: 'high', rejected: 'failed' } as const;
const STATE_OPTIONS = [['', 'All'], ...Object.entries(OBJECTION_STATES)] as const;

/** What carriers object to, with the way to decide. */
export function Objections() {
  const { state, page = 1 } = usePageSearch('vetting');
  const change = useChangeView();
  const [deciding, setDeciding] = useState<Objection | null>(null);
  const query = { page, page_size: PAGE_SIZE, ...(state && { state }) };
  const found = useApi('listObjections', { query }, { keepPrevious: true });
  return (
    <>
      <Loaded query={found} lines={8} roles={VETTERS}>
        {({ objections, pagination }) => (
          <>
            <Card
              title="Objections"
              note={<span className="quiet">{count(pagination.total, 'objection')}</span>}
              wide
            >
              <div className="page-bar">
                <Select
                  label="State"
                  value={state ?? ''}
                  onChange={({ target }) =>
                    change({ state: target.value || undefined, page: undefined }, 'replace')
                  }
                  options={STATE_OPTIONS}
                />
              </div>
              {objections.length === 0 ? (
                <Empty title={state === undefined ? 'No objections yet.' : 'No objection in this state.'}>
                  A carrier objects through the page that its link opens. Make a link below.
                </Empty>
              ) : (
                <ul className="watch-events">
                  {objections.map((one) => (
                    <Item key={one.id} objection={one} onDecide={() => setDeciding(one)} />
                  ))}
                </ul>
              )}
              <Paged page={page} hasMore={pagination.has_more} />
            </Card>
            <Links />
          </>
        )}
      </Loaded>
      <Modal
        open={deciding !== null}
        onOpenChange={() => setDeciding(null)}
        title="Decide the objection"
        description="The carrier sees the decision and the reason. It is checked again, and the check is kept."
      >
        {deciding !== null && <Decide objection={deciding} onDone={() => setDeciding(null)} />}
      </Modal>
    </>
  );
}

function Item({ objection, onDecide }: { objection: Objection; onDecide: () => void }) {
  const { timezone } = useCustomer().identity;
  const { usdot_number: usdot, rule, finding, message, contact, result, state, created_at } = objection;
  const shown = (time: string) => localTime(new Date(time), timezone);
  return (
    <li className="watch-event objection">
      <div>
        <span className={`badge badge-${STATE_CLASSES[state]}`}>{OBJECTION_STATES[state]}</span>{' '}
        <LinkedCarrier usdot_number={usdot} /> <span className="quiet">{shown(created_at)}</span>
      </div>
      <p className="objection-text">{message}</p>
      <Facts
        rows={[
          ['From', contact],
          [
            'About',
            rule === null ? (
              'Everything that is held'
            ) : (
              <span key="about">
                {result !== null && <ResultBadge result={result} />} {finding}
              </span>
            ),
          ],
          ...(objection.file_name === null
            ? []
            : ([['File', <Attachment key="file" objection={objection} />]] as [string, React.ReactNode][])),
          ...decisionRows(objection, shown),
        ]}
      />
      <div>
        <Button small main={state === 'open'} onClick={onDecide} aria-label={`Decide about USDOT ${usdot}`}>
          {state === 'open' ? 'Decide' : 'Decide again'}
        </Button>
      </div>
    </li>
  );
}

function decisionRows(
  { state, reason, decided_at, clears_until, check_id }: Objection,
  shown: (time: string) => string,
): [string, React.ReactNode][] {
  if (decided_at === null) return [];
  return [
    ['Decided', `${OBJECTION_STATES[state]}, ${shown(decided_at)}`],
    ['Reason', reason ?? ''],
    ...(clears_until === null ? [] : ([['Clears until', day(clears_until)]] as [string, string][])),
    ...(check_id === null
      ? []
      : ([
          [
            'Check',
            <Link key="check" to="/vetting/checks/$id" params={{ id: check_id }}>
              Made with the decision
            </Link>,
          ],
        ] as [string, React.ReactNode][])),
  ];
}

function Attachment({ objection: { id, file_name } }: { objection: Objection }) {
  const download = useAction(async (client) =>
    saveFile(file_name ?? 'file', await client.getObjectionFile({ path: { objection_id: id } })),
  );
  return (
    <>
      <Button small disabled={download.isPending} onClick={() => download.mutate()}>
        <DownloadIcon /> {file_name}
      </Button>
      {download.error !== null && <Failure error={download.error} />}
    </>
  );
}

function Decide({ objection, onDone }: { objection: Objection; onDone: () => void }) {
  const [decision, setDecision] = useState<'accept' | 'reject'>('accept');
  const decide = useAction(
    (client, body: OperationInput<'decideObjection'>['body']) =>
      client.decideObjection({ path: { objection_id: objection.id }, body }),
    onDone,
  );
  const { rule, result } = objection;
  const clears = rule !== null && rule !== 'block_list' && result !== 'INCOMPLETE';
  return (
    <Form
      name={`decide-${objection.id}`}
      className="stack"
      action={decide}
      submit={decision === 'accept' ? 'Accept the objection' : 'Reject the objection'}
      onSubmit={({ text }) =>
        decide.mutate({
          ...{ decision, reason: text('reason') },
          ...(decision === 'accept' && clears && { clear_days: Number(text('clear_days')) }),
        })
      }
    >
      <Select
        label="Decision"
        value={decision}
        onChange={({ target }) => setDecision(target.value as typeof decision)}
        options={[
          ['accept', 'Accept'],
          ['reject', 'Reject'],
        ]}
      />
      <Field label="Reason" name="reason" required maxLength={1000} hint="The carrier sees it." />
      {decision === 'accept' && clears && (
        <Field
          label="Clears for days"
          name="clear_days"
          type="number"
          min={1}
          max={365}
          required
          defaultValue={90}
          hint="After that, the rule counts again. A worse result than this one is not cleared."
        />
      )}
      {decision === 'accept' && rule === 'block_list' && (
        <p className="notice">The carrier is removed from your block list.</p>
      )}
      {decision === 'accept' && !clears && rule !== 'block_list' && (
        <p className="notice">
          Nothing is cleared: the objection is not about one finding, or the finding is incomplete.
        </p>
      )}
    </Form>
  );
}
