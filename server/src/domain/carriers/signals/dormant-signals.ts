import { statement } from '../../../db/database.ts';
import { authorityReinstated } from './authority-signals.ts';
import { earliest, isWithin, shown } from './contact-signals.ts';
import { type CensusArchive, type IdentityChange, readCensusArchive } from './identity-changes.ts';
import { incompleteInspections } from './inspection-coverage.ts';
import {
  addDays,
  dayStart,
  daysBetween,
  type FindSignal,
  inPeriod,
  isCarrierRead,
  newest,
  readRegistered,
  type SignalRequest,
} from './signal.ts';
import {
  AFTER_CHANGE_DAYS,
  MIN_CHANGED_KINDS,
  OLD_NUMBER_DAYS,
  OUT_OF_DATE_DAYS,
  SAME_UPDATE_DAYS,
  UNSEEN_DAYS,
} from './signal-rules.ts';

/** The registration is updated for the new use at most this long before it. */
const PREPARED_DAYS = 365;

/** Sightings, and the inspections and crashes of the federal files. */
const recordedDays = statement(
  'signals.recorded-days',
  `select ((o.time_captured at time zone 'UTC')::date)::text as day, bool_or(o.type <> 'Detection') as is_federal
   from observations o where o.usdot_number = $1 and ${isCarrierRead} and ${inPeriod} group by 1 order by 1`,
);

export const dormantNumberActive: FindSignal = async (request) => {
  const { db, usdotNumber, since, today } = request;
  const archive = await readCensusArchive(request, addDays(since, -PREPARED_DAYS));
  if (archive === null) return null;
  const days = await db.rows<{ day: string; is_federal: boolean }>(recordedDays, [
    ...[usdotNumber, dayStart(since, -UNSEEN_DAYS), dayStart(today, 1)],
  ]);
  const first = days.find(({ day }) => day >= since)?.day;
  if (first === undefined) return null;
  const isUnused = !days.some(({ day }) => day < first && daysBetween(day, first) <= UNSEEN_DAYS);
  const recorded = days.filter(({ day }) => day >= first);
  // A single sighting may be a misread number. An inspector read the papers.
  if (!isUnused || (recorded.length < 2 && !recorded.some(({ is_federal }) => is_federal))) return null;
  const registeredOn = await readRegistered(request);
  if (registeredOn === null || daysBetween(registeredOn, first) < OLD_NUMBER_DAYS) return null;
  const span = {
    from: addDays(first, -PREPARED_DAYS),
    to: earliest([addDays(first, AFTER_CHANGE_DAYS), today]),
  };
  for (const pause of [...registeredPauses(archive), ...(await authorityPauses(request))]) {
    if (!isWithin(span, pause.endedOn)) continue;
    const changes = archive
      .identityChanges()
      .filter(({ replaced_on }) => Math.abs(daysBetween(pause.endedOn, replaced_on)) <= SAME_UPDATE_DAYS);
    if (!isOtherCarrier(changes)) continue;
    const reason = await incompleteInspections(request, addDays(first, -UNSEEN_DAYS));
    if (reason !== null) return { reason };
    const facts = {
      registration_before: pause.words,
      active_again_on: first,
      days_recorded: recorded.length,
    };
    return newest(changes.flatMap(shown).map((row) => ({ ...row, ...facts })));
  }
  return null;
};

/** Other people, or another company: an owner who starts again keeps the name and the officers. */
function isOtherCarrier(changes: IdentityChange[]): boolean {
  const kinds = new Set(changes.map(({ kind }) => kind));
  return kinds.size >= MIN_CHANGED_KINDS && (kinds.has('name') || kinds.has('officer'));
}

type Pause = { words: string; endedOn: string };

/** What the registration said before it was updated for the new use. */
function registeredPauses(archive: CensusArchive): Pause[] {
  const isNothing = (value: string | null) => Number(value ?? 0) === 0;
  const declared = (field: 'mileage' | 'power_units', words: string) =>
    archive
      .replacementsOf(field)
      .filter(({ value, replaced_by }) => isNothing(value) && !isNothing(replaced_by))
      .map(({ replaced_on }) => ({ words, endedOn: replaced_on }));
  const updates = archive
    .changesOf('mcs150_date')
    .filter(({ value, replaced_on }) => daysBetween(value, replaced_on) > OUT_OF_DATE_DAYS)
    .map(({ value, replaced_on }) => ({ words: `last MCS-150 of ${value}`, endedOn: replaced_on }));
  const inactive = archive
    .changesOf('usdot_status')
    .filter(({ value, replaced_by }) => value === 'I' && replaced_by === 'A')
    .map(({ replaced_on }) => ({ words: 'inactive', endedOn: replaced_on }));
  return [
    ...updates,
    ...inactive,
    ...declared('mileage', 'no mileage'),
    ...declared('power_units', 'no trucks'),
  ];
}

async function authorityPauses(request: SignalRequest): Promise<Pause[]> {
  const { evidence } = (await authorityReinstated(request)) ?? { evidence: [] };
  return evidence.map(({ days_without, authority_again }) => ({
    words: `no authority for ${days_without} days`,
    endedOn: String(authority_again),
  }));
}
