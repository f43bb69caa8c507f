import type { MatchWork } from '@milepost/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ALERT_READERS, useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { localTime } from '../../lib/format.ts';
import { MATCH_STATES } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { TextArea } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { MatchBadge, MatchControls } from '../../parts/matches/match-work.tsx';
import { SightingEntry } from '../../parts/sighting-entry.tsx';
import { SightingMap } from '../../parts/sighting-map.tsx';
import { Loaded } from '../../parts/states.tsx';

/** One match: the truck, and what is done about it. */
export function Page() {
  const { id } = useParams({ from: '/matches/$id' });
  const match = useApi('getMatch', { path: { match_id: Number(id) } });
  useTitle(match.data ? `Match of ${match.data.alert_name}` : 'Match');
  return (
    <Loaded query={match} lines={8} roles={ALERT_READERS}>
      {(match) => (
        <div className="beside">
          <Truck match={match} />
          <div className="stack">
            <Card title="Work" note={<MatchBadge state={match.state} />}>
              <MatchControls match={match} isLabeled />
              <AddNote key={match.match_id} match={match} />
            </Card>
            <History match={match} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Truck({
  match: { match_id, alert_id, alert_name, sighting, matched_at, fired_at, is_silent },
}: {
  match: MatchWork;
}) {
  const { timezone } = useCustomer().identity;
  const mapped = useMemo(() => [{ id: 'match', sighting }], [sighting]);
  const sent = fired_at === null ? 'Waiting for the next firing' : localTime(new Date(fired_at), timezone);
  return (
    <Card title="The truck">
      <div className="match-truck">
        <SightingEntry sighting={sighting} />
        <SightingMap label="Map of the match" sightings={mapped} selected={null} onSelect={() => undefined} />
        <Facts
          rows={[
            [
              'Alert',
              <Link
                key="alert"
                to="/alerts/$id"
                params={{ id: String(alert_id) }}
                search={{ match: match_id }}
              >
                {alert_name}
              </Link>,
            ],
            ['Matched', localTime(new Date(matched_at), timezone)],
            ['Sent', is_silent ? 'Not sent' : sent],
          ]}
        />
      </div>
    </Card>
  );
}

function AddNote({ match: { match_id } }: { match: MatchWork }) {
  const add = useAction((client, note: string) => client.changeMatch({ path: { match_id }, body: { note } }));
  return (
    <Form
      name={`note-${match_id}`}
      className="stack match-note"
      action={add}
      submit="Add note"
      onSubmit={({ text }, form) => {
        if (text('note').trim() === '') return;
        add.mutate(text('note'), { onSuccess: () => form.reset() });
      }}
    >
      <TextArea label="Note" name="note" rows={3} maxLength={2_000} required />
    </Form>
  );
}

function History({ match: { history } }: { match: MatchWork }) {
  const { timezone } = useCustomer().identity;
  return (
    <Card title="History">
      {history.length === 0 ? (
        <p className="quiet">Nobody has changed it yet.</p>
      ) : (
        <ol className="watch-events">
          {history.map((one, index) => (
            <li key={one.id} className="watch-event">
              <div>
                <strong>{sentenceOf(one, history[index + 1])}</strong>{' '}
                <span className="quiet">
                  {one.user ?? 'A former user'} · {localTime(new Date(one.changed_at), timezone)}
                </span>
              </div>
              {one.note !== '' && <p className="match-text">{one.note}</p>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

type Change = MatchWork['history'][number];

/** What a change did, compared with the one before it. */
export function sentenceOf({ state, assignee, note }: Change, former: Change | undefined): string {
  const parts: string[] = [];
  if (state !== (former?.state ?? 'new')) parts.push(MATCH_STATES[state]);
  if (assignee !== (former?.assignee ?? null))
    parts.push(assignee === null ? 'Assigned to nobody' : `Assigned to ${assignee}`);
  if (parts.length === 0) parts.push(note === '' ? 'Not changed' : 'Note');
  return parts.join(' · ');
}
