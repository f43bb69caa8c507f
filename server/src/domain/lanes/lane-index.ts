import { type Db, statement } from '../../db/database.ts';
import { LANE_DAYS } from '../carriers/observations/check-lane.ts';
import { countDays, WORD_DAYS, WORDS } from './day-words.ts';

/** 17 bytes each. The sites that were read last stay in memory. */
const MAX_VISITS = 6_000_000;

/** In memory: units, cargo, the day of the authority, and points with flags. */
const FACTS = 4;
const AUTHORITY = 2;
const NEVER = 2 ** 31 - 1;
const [POINTS, OPERATES, POWER_ONLY, BROKER] = [255, 256, 512, 1_024];

/** Who was seen at a site: `place` leads to the carrier, its days are three words, and `dayCounts` is their number. */
export type SiteVisits = {
  day: string;
  /** The last change that is included. */
  version: number;
  count: number;
  places: Int32Array<ArrayBuffer>;
  days: Int32Array<ArrayBuffer>;
  dayCounts: Uint8Array<ArrayBuffer>;
};

/** In the order of the first column. Places are given in this order, so that a search goes through memory in one direction. */
const packed = (...columns: string[]) =>
  `string_agg(${columns.map((column) => `int4send(${column})`).join(' || ')}, ''::bytea order by ${columns[0]}) as packed`;
const words = Array.from(
  { length: WORDS },
  (_, n) => `(d.seen << ${n * WORD_DAYS})::bit(${WORD_DAYS})::integer`,
);
/** $1: sites. $2: the last change that is known of each. $3: today. */
const changedVisits = statement(
  'lanes.changed-visits',
  `select w.site_id, max(v.version) as version, ${packed('v.usdot_number', ...words)}
   from unnest($1::integer[], $2::bigint[]) as w (site_id, version)
   join lane_visits v on v.site_id = w.site_id and v.version > w.version
   cross join lateral (select v.seen >> ($3::date - v.aligned_on) as seen) d
   where v.aligned_on > $3::date - ${LANE_DAYS} group by 1`,
);

/** All carriers of one round have the same version, so they stay together. */
const changedFacts = statement(
  'lanes.changed-facts',
  `select max(version) as version, count(*) as count, ${packed(
    ...[
      'usdot_number',
      'coalesce(power_units, 0)',
      'cargo',
      `coalesce(authority_since - '1970-01-01', ${NEVER})`,
    ],
    `company_points + may_operate::integer * ${OPERATES} + is_power_only::integer * ${POWER_ONLY} + (broker_status = 'A')::integer * ${BROKER}`,
  )}
   from (select * from lane_carriers where version > $1 order by version fetch first 100000 rows with ties) c`,
);
type Packed = { version: number; packed: Buffer | null };

/** `string_agg` writes numbers with the highest byte first. */
const unpack = (bytes: Buffer) => new Int32Array(new Uint8Array(bytes.swap32()).buffer);

function grown<List extends Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  list: List,
  length: number,
): List {
  if (length <= list.length) return list;
  const larger = new (list.constructor as new (length: number) => List)(Math.max(length, list.length * 2));
  larger.set(list);
  return larger;
}

/**
 * Visits and facts in memory, as far as searches needed them. Each search reads what changed since the last one. The rows of
 * one version are committed together and in order, so that a row is never older than the version of its site.
 */
export class LaneIndex {
  readonly #sites = new Map<number, SiteVisits>();
  readonly #places = new Map<number, number>();
  #numbers = new Int32Array(1_024);
  #facts = new Int32Array(1_024 * FACTS);
  #factsVersion = 0;

  /** How many carriers have a place. */
  get carriers(): number {
    return this.#places.size;
  }

  usdotNumber(place: number): number {
    return this.#numbers[place] ?? 0;
  }

  powerUnits(place: number): number {
    return this.#facts[place * FACTS] as number;
  }
  cargo(place: number): number {
    return this.#facts[place * FACTS + 1] as number;
  }
  authorityDay(place: number): number {
    return this.#facts[place * FACTS + AUTHORITY] as number;
  }
  companyPoints(place: number): number {
    return this.#flags(place) & POINTS;
  }
  mayOperate(place: number): boolean {
    return (this.#flags(place) & OPERATES) !== 0;
  }
  isPowerOnly(place: number): boolean {
    return (this.#flags(place) & POWER_ONLY) !== 0;
  }
  isBroker(place: number): boolean {
    return (this.#flags(place) & BROKER) !== 0;
  }
  #flags(place: number): number {
    return this.#facts[place * FACTS + FACTS - 1] as number;
  }

  /** The current visits of these sites, after the facts of all carriers were brought up to date. */
  async read(db: Db, siteIds: number[], today: string): Promise<SiteVisits[]> {
    if (this.#factsVersion === 0) await this.#readFacts(db);
    const sites = siteIds.map((id) => this.#siteOf(id, today));
    const [rows] = await Promise.all([
      db.rows<Packed & { site_id: number }>(changedVisits, [
        siteIds,
        sites.map(({ version }) => version),
        today,
      ]),
      this.#readFacts(db),
    ]);
    const byId = new Map(siteIds.map((id, i) => [id, sites[i]]));
    for (const { site_id, version, packed } of rows) {
      const site = byId.get(site_id);
      // Another search may have read a later state meanwhile.
      if (site && packed && version > site.version) this.#apply(site, version, unpack(packed));
    }
    this.#forget();
    return sites;
  }

  /** Days are counted from today, so that each day begins with an empty site. */
  #siteOf(id: number, day: string): SiteVisits {
    const known = this.#sites.get(id);
    this.#sites.delete(id);
    const site =
      known?.day === day
        ? known
        : {
            ...{ day, version: 0, count: 0 },
            ...{ places: new Int32Array(0), days: new Int32Array(0), dayCounts: new Uint8Array(0) },
          };
    this.#sites.set(id, site);
    return site;
  }

  #forget(): void {
    let visits = 0;
    for (const { count } of this.#sites.values()) visits += count;
    for (const [id, { count }] of this.#sites) {
      if (visits <= MAX_VISITS) return;
      this.#sites.delete(id);
      visits -= count;
    }
  }

  #apply(site: SiteVisits, version: number, rows: Int32Array): void {
    const [isEmpty, before] = [site.count === 0, site.count];
    const added = rows.length / (WORDS + 1);
    site.places = grown(site.places, before + added);
    site.days = grown(site.days, (before + added) * WORDS);
    site.dayCounts = grown(site.dayCounts, before + added);
    for (let row = 0; row < rows.length; row += WORDS + 1) {
      const place = this.placeFor(rows[row] ?? 0);
      const known = isEmpty ? -1 : site.places.subarray(0, before).indexOf(place);
      const at = known === -1 ? site.count++ : known;
      site.places[at] = place;
      site.days.set(rows.subarray(row + 1, row + 1 + WORDS), at * WORDS);
      site.dayCounts[at] = countDays(rows, row + 1);
    }
    site.version = version;
  }

  placeFor(usdotNumber: number): number {
    const known = this.#places.get(usdotNumber);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#numbers = grown(this.#numbers, place + 1);
    this.#facts = grown(this.#facts, (place + 1) * FACTS);
    this.#numbers[place] = usdotNumber;
    this.#facts[place * FACTS + AUTHORITY] = NEVER;
    this.#places.set(usdotNumber, place);
    return place;
  }

  async #readFacts(db: Db): Promise<void> {
    for (;;) {
      const found = await db.row<Packed>(changedFacts, [this.#factsVersion]);
      if (!found?.packed) return;
      if (found.version <= this.#factsVersion) continue;
      const rows = unpack(found.packed);
      for (let row = 0; row < rows.length; row += FACTS + 1) {
        const place = this.placeFor(rows[row] ?? 0);
        this.#facts.set(rows.subarray(row + 1, row + 1 + FACTS), place * FACTS);
      }
      this.#factsVersion = found.version;
    }
  }
}
