import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { alertClient, type Headers, OWN_ALERTS } from '../support/alerts/alert-client.ts';
import { seePlates } from '../support/alerts/see-plates.ts';
import { testApi } from '../support/api.ts';

let now = new Date();
const api = await testApi({ clock: { now: () => now } });
const boss = await api.customer(['admin']);
const { send, create, colleague, headers } = await alertClient(api, boss);

type Match = {
  match_id: number;
  alert_id: number;
  state: string;
  assignee: { user_id: number; email: string } | null;
  sighting: { alpr_plate_number: string };
};
const list = async (
  query = '',
  as: Headers = headers,
): Promise<{ matches: Match[]; next_cursor: string | null }> => {
  const response = await send('GET', `/matches${query}`, undefined, as);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};
const plates = async (query = '', as: Headers = headers) =>
  (await list(query, as)).matches.map(({ sighting }) => sighting.alpr_plate_number);
const change = (matchId: number, body: object, as: Headers = headers) =>
  send('PATCH', `/matches/${matchId}`, body, as);
const me = async (as: Headers) => (await send('GET', '/auth/me', undefined, as)).json();
const members = async () => (await send('GET', '/members')).json().members;

const alert = await create({ deep_search: 'WORK', alert_name: 'All of them' });
await seePlates(api, boss.organizationId, ['WORK1', 'WORK2', 'WORK3'], { now });
const [third, second, first] = (await list()).matches as [Match, Match, Match];

suite('the work on matches', () => {
  test('a match is new and nobody’s, also in the list of its alert', async () => {
    assert.deepEqual(await plates(), ['WORK3', 'WORK2', 'WORK1']);
    assert.deepEqual([third.state, third.assignee], ['new', null]);
    const { matches } = (await send('GET', `/alerts/${alert.id}/matches`)).json();
    assert.deepEqual([matches[0].state, matches[0].assignee], ['new', null]);
  });

  test('state, assignee and notes are changed one by one, and each change is in the history', async () => {
    const [member] = await members();
    const working = await change(third.match_id, { state: 'working', assignee_id: member.user_id });
    assert.equal(working.statusCode, 200, working.body);
    now = new Date(now.getTime() + 60_000);
    await change(third.match_id, { note: ' Called the yard.\nNo answer. ' });
    now = new Date(now.getTime() + 60_000);
    const done = (await change(third.match_id, { state: 'recovered', note: 'Found' })).json();
    assert.deepEqual([done.state, done.assignee], ['recovered', member]);
    assert.deepEqual(
      done.history.map(({ state, assignee, note, user }: Record<string, string>) => [
        state,
        assignee,
        note,
        user,
      ]),
      [
        ['recovered', member.email, 'Found', boss.email],
        ['working', member.email, 'Called the yard.\nNo answer.', boss.email],
        ['working', member.email, '', boss.email],
      ],
    );
    assert.equal(done.history[0].changed_at, now.toISOString());
    assert.deepEqual((await send('GET', `/matches/${third.match_id}`)).json(), done);
    const { matches } = (await send('GET', `/alerts/${alert.id}/matches`)).json();
    assert.deepEqual([matches[0].state, matches[0].assignee], ['recovered', member.email]);
    const freed = (await change(third.match_id, { assignee_id: null })).json();
    assert.deepEqual([freed.state, freed.assignee], ['recovered', null]);
  });

  test('a change needs a part, a known state and a member who may read alerts', async () => {
    assert.equal((await change(first.match_id, {})).statusCode, 400);
    assert.equal((await change(first.match_id, { note: '  ' })).statusCode, 400);
    assert.equal((await change(first.match_id, { state: 'sold' })).statusCode, 400);
    assert.equal((await change(first.match_id, { owner: 1 })).statusCode, 400);
    const without = await me(await colleague(['create-alert-endpoint']));
    const stranger = await api.customer(['admin']);
    for (const assignee_id of [without.user_id, stranger.userId, 2_147_483_647]) {
      const response = await change(first.match_id, { state: 'working', assignee_id });
      assert.equal(response.statusCode, 400);
      assert.deepEqual(response.json().detail[0].loc, ['body', 'assignee_id']);
    }
    assert.equal((await list('?state=working')).matches.length, 0, 'nothing is half stored');
  });

  test('matches are filtered by state, assignee, alert, time and notification, and paged', async () => {
    const other = await create({ license_plate: 'WORK2', alert_name: 'One of them' });
    const [member] = await members();
    await change(first.match_id, { state: 'dismissed' });
    await change(second.match_id, { assignee_id: member.user_id });
    assert.deepEqual(await plates('?state=dismissed'), ['WORK1']);
    assert.deepEqual(await plates(`?assignee_id=${member.user_id}`), ['WORK2']);
    assert.deepEqual(await plates(`?assignee_id=${member.user_id}&state=new`), ['WORK2']);
    assert.deepEqual(await plates(`?assignee_id=${member.user_id}&state=working`), []);
    assert.deepEqual(await plates(`?alert_id=${other.id}`), ['WORK2'], 'the history of the new alert');
    assert.deepEqual(await plates(`?alert_id=${other.id}&silent=false`), []);
    assert.deepEqual(await plates('?state=new&silent=false'), ['WORK2']);
    assert.deepEqual(await plates(`?from=${new Date(now.getTime() + 1).toISOString()}`), []);
    const pages: string[] = [];
    let query = '?page_size=2';
    for (;;) {
      const { matches, next_cursor } = await list(query);
      pages.push(matches.map(({ sighting }) => sighting.alpr_plate_number).join());
      if (next_cursor === null) break;
      query = `?page_size=2&cursor=${next_cursor}`;
    }
    assert.deepEqual(pages, ['WORK2,WORK3', 'WORK2,WORK1']);
  });

  test('a user sees the matches of their own alerts and those they are to work on', async () => {
    const reader = await colleague(OWN_ALERTS);
    assert.deepEqual(await plates('', reader), []);
    assert.equal((await send('GET', `/matches/${second.match_id}`, undefined, reader)).statusCode, 404);
    assert.equal((await change(second.match_id, { state: 'working' }, reader)).statusCode, 404);
    const { user_id } = await me(reader);
    await change(second.match_id, { assignee_id: user_id });
    assert.deepEqual(await plates('', reader), ['WORK2']);
    assert.equal((await change(second.match_id, { state: 'working' }, reader)).statusCode, 200);
    const stranger = await api.signIn(await api.customer(['admin']));
    assert.deepEqual(await plates('', stranger), []);
    assert.equal((await change(second.match_id, { state: 'new' }, stranger)).statusCode, 404);
    assert.equal(
      (await change(second.match_id, { state: 'new' }, await colleague(['create-alert-endpoint'])))
        .statusCode,
      403,
    );
  });

  test('changes at the same time are all kept', async () => {
    const notes = Array.from({ length: 10 }, (_, n) => `note ${n}`);
    const done = await Promise.all(notes.map((note) => change(first.match_id, { note })));
    assert.deepEqual([...new Set(done.map(({ statusCode }) => statusCode))], [200]);
    const { history, state } = (await send('GET', `/matches/${first.match_id}`)).json();
    assert.equal(state, 'dismissed');
    assert.deepEqual(
      history
        .slice(0, 10)
        .map(({ note }: { note: string }) => note)
        .sort(),
      notes,
    );
  });

  test('matches are exported with their state and assignee', async () => {
    const { body, headers: sent } = await send('GET', '/matches/export.csv?state=dismissed');
    assert.match(String(sent['content-disposition']), /matches\.csv/);
    const [head, line, ...rest] = body.trim().split('\r\n');
    assert.match(head ?? '', /^match_id,alert_id,alert_name,matched_at,fired_at,is_silent,state,assignee/);
    assert.match(
      line ?? '',
      new RegExp(`^${first.match_id},${alert.id},All of them,.*,false,dismissed,,.*WORK1`),
    );
    assert.deepEqual(rest, []);
  });

  test('changes have a quota and are in the audit log', async () => {
    await setQuota(api.db, boss.organizationId, 'match_changes_per_day', 0);
    assert.equal((await change(first.match_id, { state: 'new' })).statusCode, 429);
    await setQuota(api.db, boss.organizationId, 'match_changes_per_day', null);
    const { rows } = await api.db.pool.query(
      `select count(*)::int as entries from audit_entries where action = 'match.update' and organization_id = $1
        and object_id = $2`,
      [boss.organizationId, String(third.match_id)],
    );
    assert.ok(rows[0].entries >= 4);
  });

  test('the work and its history are deleted with the match', async () => {
    assert.equal((await send('DELETE', `/alerts/${alert.id}`)).statusCode, 204);
    const { rows } = await api.db.pool.query(
      `select (select count(*)::int from match_work where alert_id = $1) as work,
              (select count(*)::int from match_history where alert_id = $1) as history`,
      [alert.id],
    );
    assert.deepEqual(rows, [{ work: 0, history: 0 }]);
  });
});
