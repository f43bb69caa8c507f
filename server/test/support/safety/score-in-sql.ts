/**
 * A separate implementation of a month's scores as PostgreSQL statements, with its own constants, for tests and as the
 * peer of the benchmark. It creates the table `peer_scores`, with arrays in the order of the seven categories, and uses
 * the time weights of the files.
 */
const BASICS = [
  ['Un', 'unsafe'],
  ['Ho', 'fatigued'],
  ['Dr', 'dr_fitness'],
  ['Co', 'subt_alcohol'],
  ['Ve', 'vh_maint'],
  ['Ha', 'hm'],
] as const;
const each = (text: (c: number, letters: string, flag: string) => string, glue = ', ') =>
  BASICS.map(([letters, flag], c) => text(c, letters, flag)).join(glue);

/** Inspections with their violations, severity capped at 30. */
const FOUND = `create temp table found as
  select usdot_number, unique_id, max(time_weight) as w, max(insp_date) as d,
    ${each((c, l) => `least(30, coalesce(sum(severity_weight + oos_weight) filter (where b = '${l}'), 0)) as s${c}, count(*) filter (where b = '${l}') as n${c}`)}
  from (select usdot_number, unique_id, time_weight, insp_date, severity_weight, oos_weight,
      left(basic_desc, 2) as b from sms_violations where usdot_number > 0) v
  group by usdot_number, unique_id`;

/** Driver violations of level 5 and vehicle violations of level 3 do not count, except if the flag is set. */
const counts = (c: number, flag: string, value: string) =>
  `case when i.insp_level_id = ${c < 4 ? 5 : 3} and not coalesce(${flag}_insp, false) then 0 else ${value} end`;

const TALLY = `create temp table tally as
  select usdot_number, count(*) as inspections,
    ${each((c) => `coalesce(sum(s${c} * w), 0) as p${c}, coalesce(sum(w) filter (where r${c}), 0) as w${c}, count(*) filter (where r${c}) as rel${c}, count(*) filter (where n${c} > 0) as wv${c}, coalesce(sum(n${c}), 0) as nv${c}, coalesce(bool_or(n${c} > 0 and w >= 2), false) ${c === 0 || c === 3 ? '' : `or coalesce(max(d) filter (where n${c} > 0) = max(d) filter (where r${c}), false)`} as recent${c}`)}
  from (
    select usdot_number, coalesce(i.time_weight, f.w) as w, coalesce(i.insp_date, f.d) as d,
      ${each((c, _, flag) => `${counts(c, flag, `s${c}`)} as s${c}, ${counts(c, flag, `n${c}`)} as n${c}, coalesce(${flag}_insp, false) or coalesce(${counts(c, flag, `n${c}`)}, 0) > 0 as r${c}`)}
    from (select * from sms_inspections where usdot_number > 0) i
    full join found f using (usdot_number, unique_id)
  ) one
  where w > 0 group by usdot_number`;

const CRASHES = `create temp table crash_tally as
  select usdot_number, sum(severity * w) as points, count(*) as crashes, bool_or(w >= 2) as recent
  from (select usdot_number, max(time_weight) as w,
      max(severity_weight) as severity
    from sms_crashes where usdot_number > 0 and not coalesce(not_preventable, false)
    group by usdot_number, report_state, report_number) c
  where w > 0 group by usdot_number`;

const USED = `average * case when not coalesce(miles / nullif(average, 0) <= 200000, false) then 1
  when segment = 1 then case when miles / average < 80000 then 1 when miles / average < 160000
    then 1 + (1.6::float8 - 1) * ((miles / average - 80000) / 80000) else 1.6::float8 end
  else case when miles / average < 20000 then 1 when miles / average < 60000
    then 1 + (3::float8 - 1) * ((miles / average - 20000) / 40000) else 3 end end`;

const EVERYBODY = (asOf: string) => `create temp table everybody as select *, ${USED} as used from (
  select usdot_number, coalesce(t.inspections, 0) as inspections,
    coalesce(s.power_units, c.power_units, 0) as units, coalesce(s.total_drivers, c.total_drivers, 0) as drivers,
    coalesce(a.average_power_units, s.power_units, c.power_units, 0)::float8 as average,
    s.usdot_number is not null and coalesce(s.carrier_operation <> 'C', true) as is_peer,
    case when s.pc_flag then 2 when s.hm_flag then 1 else 0 end as type,
    case when c.power_units > 0 and (coalesce(owned_tractors, 0) + coalesce(owned_coaches, 0)
      + coalesce(term_leased_tractors, 0) + coalesce(term_leased_coaches, 0) + coalesce(trip_leased_tractors, 0)
      + coalesce(trip_leased_coaches, 0))::float8 / c.power_units >= 0.7::float8 then 1 else 0 end as segment,
    case when s.recent_mileage > 0 and s.recent_mileage_year >= extract(year from date '${asOf}') - 2
      then s.recent_mileage::float8 end as miles,
    o.usdot_number is not null as is_under_order,
    coalesce(ac.bits, 0) as acute, coalesce(k.points, 0) as p6, coalesce(k.crashes, 0) as wv6,
    coalesce(k.recent, false) as recent6,
    ${each((c) => `coalesce(p${c}, 0) as p${c}, coalesce(w${c}, 0) as w${c}, coalesce(rel${c}, 0) as rel${c}, coalesce(wv${c}, 0) as wv${c}, coalesce(nv${c}, 0) as nv${c}, coalesce(recent${c}, false) as recent${c}`)}
  from tally t full join crash_tally k using (usdot_number)
  left join sms_census s using (usdot_number) left join company_census c using (usdot_number)
  left join average_power_units('${asOf}') a using (usdot_number)
  left join (select distinct usdot_number from out_of_service_orders
    where oos_date <= '${asOf}' and (rescind_date is null or rescind_date > '${asOf}')) o using (usdot_number)
  left join (select usdot_number, unsafe_driving_ac::int + 2 * hours_of_service_ac::int + 4 * driver_fitness_ac::int
      + 8 * controlled_substances_ac::int + 16 * vehicle_maintenance_ac::int as bits from sms_outputs) ac
    using (usdot_number)) known`;

const steps = (count: string, first: number, starts: number[]) =>
  `case ${starts.map((s, i) => `when ${count} >= ${s} then ${first + starts.length - i}`).join(' ')} else 0 end`;
const bySegment = (count: string, combination: number[], straight: number[]) =>
  `case segment when 1 then ${steps(count, 20, combination)} else ${steps(count, 10, straight)} end`;
const ratio = (c: number) => `p${c}::float8 / nullif(w${c}, 0)`;

const limits = (passenger: number, hazmat: number, general: number) =>
  `case type when 2 then ${passenger} when 1 then ${hazmat} else ${general} end`;
const LOW = limits(50, 60, 65);
const HIGH = limits(65, 75, 80);

/** One scan per category, which is faster than a lateral list of values for each carrier. */
const measured = (c: number, measure: string, group: string, shownFrom: number, threshold: string) =>
  `select usdot_number, ${c} as c, is_peer, ${measure} as measure, ${group} as peer_group, wv${c} as wv,
    recent${c} as recent, ${shownFrom} as shown_from, ${threshold} as threshold from everybody`;

const MEASURED = `create temp table measured as
  ${[
    measured(
      0,
      'case when inspections > 0 then p0::float8 / nullif(used, 0) end',
      bySegment('wv0', [150, 58, 22, 9, 3], [50, 19, 9, 5, 3]),
      3,
      LOW,
    ),
    measured(1, ratio(1), steps('rel1', 0, [501, 101, 21, 11, 3]), 3, LOW),
    measured(2, ratio(2), steps('rel2', 0, [501, 101, 21, 11, 5]), 5, HIGH),
    measured(3, ratio(3), steps('wv3', 0, [4, 3, 2, 1]), 1, HIGH),
    measured(4, ratio(4), steps('rel4', 0, [501, 101, 21, 11, 5]), 5, HIGH),
    measured(5, ratio(5), steps('rel5', 0, [101, 41, 16, 11, 5]), 5, '80'),
    measured(
      6,
      'p6::float8 / nullif(used, 0)',
      bySegment('wv6', [46, 17, 7, 4, 2], [27, 9, 5, 3, 2]),
      0,
      LOW,
    ),
  ].join('\n  union all ')}`;

const RANKED = `create temp table ranked as
  select usdot_number, c, peer_group,
    case when c = 0 and measure >= 250 then 100 when n = 1 then 0
      else greatest(0, (100 * (place - 1)) / (n - 1)) end as percentile
  from (select m.*, count(*) filter (where is_peer) over (partition by c, peer_group) as n,
      count(*) filter (where is_peer) over (partition by c, peer_group order by measure) as place
    from measured m where peer_group > 0 and wv > 0 and measure is not null) peers
  where recent and wv >= shown_from and n > 0`;

const SEVEN = [0, 1, 2, 3, 4, 5, 6];
const seven = (text: (c: number) => string, glue = ', ') => SEVEN.map(text).join(glue);

const WIDE = `create temp table wide as
  select m.usdot_number,
    ${seven((c) => `max(m.measure) filter (where m.c = ${c}) as m${c}, max(nullif(m.peer_group, 0)) filter (where m.c = ${c}) as g${c}, max(r.percentile) filter (where m.c = ${c}) as q${c}`)},
    sum(case when r.percentile >= m.threshold then 1 << m.c else 0 end)::int as over
  from measured m left join ranked r using (usdot_number, c) group by m.usdot_number`;

/** Enough relevant inspections without a violation. */
const MINIMUMS: Record<number, number> = { 1: 3, 2: 5, 4: 5, 5: 5 };
const isClean = (c: number) => (MINIMUMS[c] ? `(wv${c} = 0 and rel${c} >= ${MINIMUMS[c]})` : 'false');

const ISS = `create table peer_scores as
  with judged as (
    select e.*, ${seven((c) => `m${c}, g${c}, q${c}`)}, w.over | e.acute as alerts,
      ${seven((c) => `case when e.acute & ${1 << c} <> 0 then 100 when q${c} is null and ${isClean(c)} then 0 else q${c} end as k${c}`)}
    from everybody e join wide w using (usdot_number)
  ), counted as (
    select *, bit_count(alerts::bit(8)) as overs, bit_count((alerts & 62)::bit(8)) as roadside,
      coalesce(${seven((c) => `k${c}`)}) is not null as has_data,
      greatest(3 - rel1, 5 - rel2, 5 - rel4) as short,
      coalesce((alerts & 1 = 1 and k0 >= 85) or (alerts & 2 = 2 and k1 >= 85) or (alerts & 64 = 64 and k6 >= 85),
        false) as is_severe
    from judged
  ), grouped as (
    select *, case when alerts <> 0 or (has_data and short <= 0) then case
        when overs >= 4 or (overs >= 2 and is_severe) then 1 when roadside >= 3 then 2 when roadside = 2 then 3
        when roadside = 1 and overs >= 2 then 4 when alerts = 2 then 5 when alerts = 16 then 7 when alerts = 32 then 8
        when alerts = 4 then 9 when alerts = 8 then 10 when alerts = 65 then 11 when alerts in (1, 64) then 12
        else 13 end
      when inspections = 0 then 102 when short = 1 then 101 else 103 end as iss_group
    from counted
  ), keyed as (
    select *, case when iss_group <= 5 then 1 when iss_group <= 12 then 2 when iss_group = 13 then 3
        else iss_group end as band,
      coalesce(k1, 0) + coalesce(k2, 0) + coalesce(k3, 0) + coalesce(k4, 0) + coalesce(k5, 0)
        + case when iss_group = 13 then 0 else coalesce(k0, 0) + coalesce(k6, 0) end as percentile_sum,
      case iss_group when 101 then (${each((c) => `nv${c}`, ' + ')})::float8 / inspections
        when 103 then (inspections::float8 / greatest(1, units) + inspections::float8 / greatest(1, drivers)) / 2
        else 0 end as rate
    from grouped
  ), placed as (
    select *, greatest(1, n0) as n, least(place0, greatest(0, n0 - 1)) as place from (
      select *, count(*) filter (where not is_under_order) over (partition by band) as n0,
        count(*) filter (where not is_under_order) over (partition by band
          order by iss_group, case when band <= 3 then -percentile_sum else -rate end
          range between unbounded preceding and current row exclude group) as place0
      from keyed) ordered
  )
  select usdot_number, inspections::int, array[${seven((c) => `m${c}::real`)}] as measures,
    array[${seven((c) => `g${c}::smallint`)}] as peer_groups, array[${seven((c) => `q${c}::smallint`)}] as percentiles,
    alerts, iss_group,
    case band when 1 then 99 - place * 25 / n when 2 then 74 - place * 25 / n when 3 then 49 - place * 49 / n
      when 101 then 74 - place * 5 / n when 103 then 50 + place * 20 / n
      else case when greatest(units, drivers) >= 1001 then 69 when greatest(units, drivers) >= 201 then 68
        when greatest(units, drivers) >= 64 then 67 when greatest(units, drivers) >= 16 then 66
        when greatest(units, drivers) >= 7 then 65 when greatest(units, drivers) >= 2 then 64 else 63 end
    end as iss_score
  from placed`;

export function scoreInSql(asOf: string): string[] {
  return [
    `set local work_mem = '512MB'`,
    FOUND,
    'analyze found',
    TALLY,
    CRASHES,
    'analyze tally',
    'analyze crash_tally',
    EVERYBODY(asOf),
    MEASURED,
    RANKED,
    'analyze ranked',
    WIDE,
    ISS,
    'alter table peer_scores add primary key (usdot_number)',
  ];
}

const COLUMNS = [
  'unsafe_driving',
  'hours_of_service',
  'driver_fitness',
  'controlled_substances',
  'vehicle_maintenance',
  'hazmat_related',
  'crash_indicator',
];
const list = (figure: string) => COLUMNS.map((name) => `s.${name}_${figure}`).join(', ');

/** Carriers whose stored scores differ from those in peer_scores. */
export const DIFFERENT = `select coalesce(s.usdot_number, p.usdot_number) as usdot_number,
    (array[${list('measure')}], p.measures)::text as measures,
    (array[${list('percentile')}], p.percentiles)::text as percentiles,
    (array[${list('group')}], p.peer_groups)::text as groups,
    (s.iss_score, p.iss_score, s.iss_group, p.iss_group, s.alerts, p.alerts)::text as others
  from (select * from safety_scores where run_id = $1) s full join peer_scores p using (usdot_number)
  where array[${list('measure')}] is distinct from p.measures
    or array[${list('percentile')}] is distinct from p.percentiles
    or array[${list('group')}] is distinct from p.peer_groups
    or (s.iss_score, s.iss_group, s.alerts, s.inspections)
      is distinct from (p.iss_score::smallint, p.iss_group::smallint, p.alerts::smallint, nullif(p.inspections, 0))`;
