import type { MatchWork, WorkedMatch } from '@milepost/sdk';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { MATCH_STATES } from '../../lib/search.ts';
import { Select } from '../field.tsx';
import { Failure } from '../states.tsx';

const TONES: Record<WorkedMatch['state'], string> = {
  new: 'warn',
  working: 'waiting',
  recovered: 'active',
  dismissed: 'none',
};

export function MatchBadge({ state }: { state: WorkedMatch['state'] }) {
  return <span className={`badge badge-${TONES[state]}`}>{MATCH_STATES[state]}</span>;
}

/** The members who can be given a match; the user first. */
export function useMemberOptions(): [value: string, label: string][] {
  const { user_id } = useCustomer().identity;
  const { data } = useApi('listMembers', {});
  const members = data?.members ?? [];
  const own = members.filter((one) => one.user_id === user_id);
  const others = members.filter((one) => one.user_id !== user_id);
  return [
    ...own.map((one): [string, string] => [String(one.user_id), 'Me']),
    ...others.map((one): [string, string] => [String(one.user_id), one.email]),
  ];
}

/** The state and the assignee of a match, which are stored as soon as they are chosen. */
export function MatchControls({
  match,
  isLabeled = false,
}: {
  match: WorkedMatch | MatchWork;
  isLabeled?: boolean;
}) {
  const { match_id, state, assignee } = match;
  const members = useMemberOptions();
  const change = useAction((client, body: { state?: WorkedMatch['state']; assignee_id?: number | null }) =>
    client.changeMatch({ path: { match_id }, body }),
  );
  const label = (text: string) =>
    isLabeled ? text : <span className="hidden">{`${text} of match ${match_id}`}</span>;
  // Somebody who has left, or may no longer read alerts, stays visible.
  const isListed = assignee === null || members.some(([value]) => value === String(assignee.user_id));
  return (
    <div className="match-work">
      <Select
        label={label('State')}
        value={change.isPending ? (change.variables.state ?? state) : state}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ state: target.value as WorkedMatch['state'] })}
        options={Object.entries(MATCH_STATES)}
      />
      <Select
        label={label('Assignee')}
        value={assignee?.user_id ?? ''}
        disabled={change.isPending}
        onChange={({ target }) =>
          change.mutate({ assignee_id: target.value === '' ? null : Number(target.value) })
        }
        options={[
          ['', 'Nobody'],
          ...members,
          ...(isListed || assignee === null ? [] : [[assignee.user_id, assignee.email] as const]),
        ]}
      />
      {change.isError && <Failure error={change.error} />}
    </div>
  );
}
