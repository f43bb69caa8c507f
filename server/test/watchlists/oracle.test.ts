import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WatchKind } from '../../src/contract/brokers/watchlist.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { seededRandom } from '../support/random.ts';
import { CARRIERS, ENDING, loadVettingWorld, TODAY } from '../support/vetting/vetting-world.ts';
import { compareAll, sightCarrier, type WatchEvent, watchClient } from '../support/watchlists/watch-world.ts';

const ROUNDS = process.env.ROUNDS ? Number(process.env.ROUNDS) : 25;
const DAY_MS = 86_400_000;
const KINDS: WatchKind[] = [
  ...(['authority', 'insurance', 'order', 'rating', 'contact', 'crash'] as const),
  ...(['first_sighting', 'silence'] as const),
];
const LICENSED = ['first_sighting', 'silence'];

let now = new Date(`${TODAY}T12:00:00Z`);
const api = await testApi({
  clock: { now: () => now },
  env: { ACCESS_TOKEN_HOURS: '8000', REFRESH_TOKEN_DAYS: '366' },
});
const { pool } = api.db;
await loadVettingWorld(api, await testImporter(api.db, now));

const random = seededRandom(20);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.6);
const whole = (below: number) => Math.floor(random() * below);
const today = () => now.toISOString().slice(0, 10);
const daysLater = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** The insurance of the other one ends by itself. */
const numbers = CARRIERS.filter((one) => one !== ENDING);

type Facts = Record<string, unknown>;
type List = {
  name: string;
  kinds: WatchKind[];
  carriers: number[];
  silenceDays: number;
  told: Map<number, string>;
};
type Organization = {
  id: number;
  client: ReturnType<typeof watchClient>;
  lists: List[];
  seen: Set<string>;
};

async function organization(kind: 'broker' | 'insurance'): Promise<Organization> {
  const customer = await api.customer(['admin'], kind);
  const client = watchClient(api, await api.signIn(customer));
  const lists: List[] = [];
  for (const name of ['First', 'Second', 'Third']) {
    const kinds = name === 'First' ? KINDS : some(KINDS);
    const carriers = name === 'First' ? numbers.slice(2) : some(numbers);
    const silenceDays = 7 + whole(5);
    const mayAsk = kinds.filter((one) => kind === 'insurance' || !LICENSED.includes(one));
    await client.list(name, mayAsk, carriers, { silence_days: silenceDays });
    lists.push({ name, kinds: mayAsk, carriers, silenceDays, told: new Map() });
  }
  return { id: customer.organizationId, client, lists, seen: new Set() };
}

/** The words of FMCSA's codes. */
const RATINGS: Record<string, string> = { S: 'Satisfactory', C: 'Conditional', U: 'Unsatisfactory' };
const PROPERTY = 'Motor Carrier of Property (Except Household Goods)';
const BROKER = 'Broker of Property (Except Household Goods)';
const NAMES: Record<string, string> = { [PROPERTY]: 'common_property', [BROKER]: 'broker_property' };

/** What is true of each carrier, from all rows of all tables. The facts of crashes and states are by report and by state. */
async function snapshot(): Promise<Record<string, Map<number, Facts>>> {
  const rows = async (sql: string) => (await pool.query(sql)).rows;
  const empty = () => new Map<number, Facts>(numbers.map((one) => [one, {}]));
  const found: Record<string, Map<number, Facts>> = {};
  for (const kind of KINDS) found[kind] = empty();
  const own = (kind: string, usdot: unknown) => found[kind]?.get(Number(usdot)) ?? {};
  for (const usdot of numbers) {
    Object.assign(own('order', usdot), { order_in_force: 'no', ordered_on: null, reason: null });
    Object.assign(own('insurance', usdot), { liability_dollars: 0, liability_insurer: null });
  }
  for (const { usdot_number, authority_type, authority_status } of await rows('select * from motus_carriers'))
    if (NAMES[authority_type])
      own('authority', usdot_number)[NAMES[authority_type] as string] = authority_status.toLowerCase();
  for (const one of await rows(`select * from motus_insurance where class_code = 'P'`)) {
    const facts = own('insurance', one.usdot_number);
    facts.liability_dollars = Math.max(Number(facts.liability_dollars), Number(one.max_coverage_dollars));
    facts.liability_insurer = one.company_name;
  }
  for (const one of await rows('select * from out_of_service_orders order by oos_date'))
    if (one.rescind_date === null || one.rescind_date > today())
      Object.assign(own('order', one.usdot_number), {
        ...{ order_in_force: 'yes', ordered_on: one.oos_date, reason: one.oos_reason },
      });
  for (const one of await rows('select * from company_census')) {
    const address = (prefix: string) => {
      const region = [one[`${prefix}_state`], one[`${prefix}_zip`]].filter((part) => part !== null).join(' ');
      const parts = [one[`${prefix}_street`], one[`${prefix}_city`], region || null];
      return parts.filter((part) => part !== null).join(', ') || null;
    };
    Object.assign(own('rating', one.usdot_number), {
      safety_rating: RATINGS[one.safety_rating] ?? 'None',
      safety_rating_date: one.safety_rating_date,
    });
    Object.assign(own('contact', one.usdot_number), {
      ...{ legal_name: one.legal_name, dba_name: one.dba_name, phone: one.phone, cell_phone: one.cell_phone },
      ...{
        email_address: one.email_address,
        officer_1: one.company_officer_1,
        officer_2: one.company_officer_2,
      },
      ...{ physical_address: address('phy'), mailing_address: address('mailing') },
    });
  }
  for (const one of await rows('select * from sms_crashes')) {
    const report = `${one.report_state} ${one.report_number}`;
    own('crash', one.usdot_number)[report] = {
      ...{ report, report_date: one.report_date, location: '', state: one.report_state },
      ...{ fatalities: one.fatalities, injuries: one.injuries },
    };
  }
  for (const one of await rows(`select * from observations where type = 'Detection'`)) {
    const day: string = one.time_captured.toISOString().slice(0, 10);
    const states = own('first_sighting', one.usdot_number);
    if (!states[one.location_state] || day < String(states[one.location_state]))
      states[one.location_state] = day;
    const last = own('silence', one.usdot_number);
    if (!last.day || day > String(last.day)) last.day = day;
  }
  return found;
}

type Change = { kind: string; usdot: number; before: Facts; after: Facts };
/** The same for all lists; a silence is of each list. */
function changesOf(
  before: Record<string, Map<number, Facts>>,
  after: Record<string, Map<number, Facts>>,
): Change[] {
  return KINDS.flatMap((kind) =>
    numbers.flatMap((usdot): Change[] => {
      const [was, is] = [before[kind]?.get(usdot) ?? {}, after[kind]?.get(usdot) ?? {}];
      const fresh = Object.keys(is).filter((name) => !(name in was));
      if (kind === 'silence') return [];
      if (kind === 'crash')
        return fresh.map((report) => ({ kind, usdot, before: {}, after: is[report] as Facts }));
      if (kind === 'first_sighting')
        return fresh.map((state) => ({
          ...{ kind, usdot, before: {} },
          after: { state, first_seen_on: is[state] },
        }));
      const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
      const changed = names.filter((name) => (was[name] ?? null) !== (is[name] ?? null));
      const of = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
      return changed.length === 0 ? [] : [{ kind, usdot, before: of(was), after: of(is) }];
    }),
  );
}

/** A silence is complete some days after the last sighting, and told once for each last sighting. */
function silencesOf(list: List, last: Map<number, Facts>): Change[] {
  if (!list.kinds.includes('silence')) return [];
  return list.carriers.flatMap((usdot): Change[] => {
    const day = last.get(usdot)?.day as string | undefined;
    if (day === undefined || list.told.get(usdot) === day) return [];
    const complete = daysLater(day, list.silenceDays);
    if (complete > today() || complete < TODAY) return [];
    list.told.set(usdot, day);
    const after = { silent_for_days: list.silenceDays };
    return [{ kind: 'silence', usdot, before: { last_seen_on: day }, after }];
  });
}

const text = (change: Change, lists: string[]) => {
  const sorted = (facts: Facts) => Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([change.kind, change.usdot, sorted(change.before), sorted(change.after), lists]);
};

function expectedFor({ lists }: Organization, changes: Change[], last: Map<number, Facts>): string[] {
  const told = changes.flatMap((change) => {
    const of = lists.filter(
      ({ kinds, carriers }) => kinds.includes(change.kind as WatchKind) && carriers.includes(change.usdot),
    );
    return of.length === 0
      ? []
      : [
          text(
            change,
            of.map(({ name }) => name),
          ),
        ];
  });
  const silences = new Map<string, { change: Change; names: string[] }>();
  for (const list of lists)
    for (const change of silencesOf(list, last)) {
      const known = silences.get(text(change, []));
      if (known) known.names.push(list.name);
      else silences.set(text(change, []), { change, names: [list.name] });
    }
  return [...told, ...[...silences.values()].map(({ change, names }) => text(change, names))].sort();
}

async function newEvents({ client, seen }: Organization): Promise<string[]> {
  const fresh = (await client.events()).filter(({ id }: WatchEvent) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh
    .map(({ kind, usdot_number, before, after, watchlists }) =>
      text(
        { kind, usdot: Number(usdot_number), before, after },
        watchlists.map(({ name }) => name),
      ),
    )
    .sort();
}

let reports = 0;
/** Changes of the tables as an import or a camera makes them. */
const MUTATIONS: ((usdot: number) => Promise<unknown>)[] = [
  (usdot) =>
    pool.query(
      'update motus_carriers set authority_status = $2 where usdot_number = $1 and authority_type = $3',
      [...[usdot, pick(['Active', 'Inactive']), pick([PROPERTY, BROKER])]],
    ),
  (usdot) =>
    pool.query(
      'update motus_insurance set max_coverage_dollars = $2, company_name = $3 where usdot_number = $1',
      [...[usdot, pick([750_000, 1_000_000, 5_000_000]), pick(['FIRST MUTUAL', 'SECOND MUTUAL'])]],
    ),
  async (usdot) => {
    await pool.query('delete from out_of_service_orders where usdot_number = $1', [usdot]);
    if (random() < 0.6)
      await pool.query(
        'insert into out_of_service_orders (usdot_number, row_hash, oos_date, oos_reason, rescind_date) values ($1, $2, $3, $4, $5)',
        [
          usdot,
          whole(1e9),
          daysLater(TODAY, -whole(20)),
          pick(['Refusal', 'Imminent hazard']),
          pick([null, null, TODAY]),
        ],
      );
  },
  (usdot) =>
    pool.query(
      'update company_census set safety_rating = $2, safety_rating_date = $3 where usdot_number = $1',
      [...[usdot, pick([null, 'S', 'C', 'U']), pick([null, '2026-10-01', '2026-11-02'])]],
    ),
  (usdot) =>
    pool.query(
      `update company_census set ${pick(['phone', 'email_address', 'company_officer_1', 'phy_street', 'dba_name'])} = $2 where usdot_number = $1`,
      [...[usdot, pick([null, 'ONE', 'TWO', 'THREE'])]],
    ),
  (usdot) =>
    pool.query(
      `insert into sms_crashes (usdot_number, report_state, report_number, report_seq_no, report_date, fatalities, injuries, tow_away)
       values ($1, $2, $3, '1', $4, $5, $6, true)`,
      [usdot, pick(['OH', 'TX']), `R${++reports}`, daysLater(TODAY, -whole(200)), whole(2), whole(3)],
    ),
  (usdot) => {
    const at = `${daysLater(today(), -whole(3))}T0${whole(9)}:00:00Z`;
    return sightCarrier(api, pick(organizations).id, usdot, at, pick(['TX', 'NM', 'OK', 'AR']));
  },
];

const organizations = [await organization('insurance'), await organization('broker')];
await compareAll(api.services);

test(`each organization is told exactly what plain rules find in all rows, over ${ROUNDS} rounds of random changes`, async () => {
  const counts = new Map<string, number>();
  let before = await snapshot();
  for (let round = 0; round < ROUNDS; round++) {
    now = new Date(now.getTime() + whole(3) * DAY_MS);
    // Two changes of one carrier in a round are one change, or none.
    for (let i = 0; i < 6; i++) await pick(MUTATIONS)(pick(numbers));
    await pool.query('update watched_carriers set due_at = now()');
    await compareAll(api.services);
    const after = await snapshot();
    const changes = changesOf(before, after);
    for (const one of organizations) {
      const expected = expectedFor(one, changes, after.silence ?? new Map());
      assert.deepEqual(await newEvents(one), expected, `round ${round}`);
      for (const event of expected) {
        const [kind] = JSON.parse(event);
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }
    before = after;
  }
  for (const kind of KINDS)
    assert.ok((counts.get(kind) ?? 0) >= 2, `${kind}: ${JSON.stringify([...counts])}`);
});
