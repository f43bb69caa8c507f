import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCitus } from '../../../src/db/distribute.ts';
import { correctImage, withdrawCorrection } from '../../../src/domain/recognition/labels/correct-image.ts';
import { unpackExplanation } from '../../../src/domain/recognition/sighting/packed-explanation.ts';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import { seededRandom } from '../../support/random.ts';
import type { ScriptedLine } from '../../support/recognition/read-lines.ts';
import { type Capture, testRecognition } from '../../support/recognition/recognition.ts';

const api = await testApi();
const { db } = api;
const isCitus = await hasCitus(db);
const organizations = [await api.customer(['admin']), await api.customer(['admin'], 'partner')];
const DAY = 86_400;
const { ingest, drain, drainRevisits } = testRecognition(
  api,
  {},
  Math.floor(Date.now() / DAY / 1_000 - 1) * DAY * 1_000,
);

type Seen = { by: number; lines: ScriptedLine[]; capture: Capture };
type Typed = { image: number; field: string; value: string | null; isWithdrawn: boolean };
/** Steps of a corrected image come after the image. */
type Step = { image: number } | { typed: Typed; isEnd: boolean };

/** The passages of one truck over two weeks, mostly with the same number: many sightings have the same facts. */
function oneTruck(random: () => number): Seen[] {
  return Array.from({ length: 14 }, (_, days): Seen => {
    const number = random() < 0.7 ? '5000060' : '5000308';
    const text = { text: `USDOT ${number}`, confidence: random() < 0.8 ? 0.98 : 0.85 };
    const capture = { source: 'camera-1', seconds: -days * DAY, plate: 'AAA111' };
    return { by: random() < 0.8 ? 0 : 1, lines: [text], capture };
  });
}

/** Few cameras, plates and numbers, so that most images have to do with others. Two readings differ in one similar digit. */
function manyTrucks(random: () => number): Seen[] {
  const pick = <T>(...values: T[]) => values[Math.floor(random() * values.length)] as T;
  const number = () => pick('5000060', '5000068', '5000308', '9871234');
  return Array.from({ length: 18 }, (_, i): Seen => {
    const confidence = pick(0.98, 0.98, 0.85, 0.7);
    const usdot = { text: `USDOT ${number()}`, confidence, ...(confidence < 0.9 && { second: null }) };
    const lines = [
      ...pick<ScriptedLine[]>([], [usdot], [usdot], [usdot, 'USDOT 5000308']),
      ...pick<ScriptedLine[]>([], [], ['UNIT 4511'], [{ text: 'UNIT 4511', second: null }], ['UNIT 88']),
      ...pick<ScriptedLine[]>([], [], ['TRAILER T300889'], [{ text: 'TRAILER T300889', second: null }]),
      ...pick<ScriptedLine[]>([], [], ['MC 529015'], ['VIN 1XKYDP9X3GJ473982'], ['ACME ROCKETS LLC']),
      `TEXT ${i}`,
    ];
    const passage = pick(0, 0, 1, 2, 40) * DAY + pick(0, 0, 600);
    return {
      by: pick(0, 0, 1),
      lines,
      capture: {
        source: `camera-${pick(1, 1, 2)}`,
        // No two images at the same moment: their ids, which would decide then, are new in every run.
        seconds: -passage + pick(1, 4, 9, 60, 130) + i / 100,
        plate: pick('AAA111', 'AAA111', 'AAA117', 'BBB222', 'UNKNOWN', null),
        plateState: pick('OK', 'OK', 'TX', ''),
        confidence: pick(0.95, 0.95, 0.2),
      },
    };
  });
}

function scenario(images: Seen[], random: () => number): { images: Seen[]; typed: Typed[] } {
  const pick = <T>(...values: T[]) => values[Math.floor(random() * values.length)] as T;
  const number = () => pick('5000060', '5000068', '5000308', '9871234');
  const typed = Array.from({ length: 5 }, (): Typed => {
    const [field, value] = pick<[string, string | null]>(
      ['usdot_number', number()],
      ['usdot_number', null],
      ['alpr_plate_number', pick('AAA111', 'BBB222')],
      ['cab_number', '4511'],
    );
    return { image: Math.floor(random() * images.length), field, value, isWithdrawn: random() < 0.4 };
  });
  const isFirst = ({ image, field }: Typed, i: number) =>
    typed.findIndex((one) => one.image === image && one.field === field) === i;
  return { images, typed: typed.filter(isFirst) };
}

function shuffledSteps({ images, typed }: ReturnType<typeof scenario>, random: () => number): Step[] {
  const place = () => random();
  const steps: { at: number; step: Step }[] = [];
  const imageAt = images.map((_, image) => {
    const at = place();
    steps.push({ at, step: { image } });
    return at;
  });
  for (const one of typed) {
    const start = (imageAt[one.image] as number) + random();
    steps.push({ at: start, step: { typed: one, isEnd: false } });
    if (one.isWithdrawn) steps.push({ at: start + random(), step: { typed: one, isEnd: true } });
  }
  return steps.sort((a, b) => a.at - b.at).map(({ step }) => step);
}

/** Records behind an inferred or confirmed value that do not say so, or no longer exist. */
async function unfoundedRows(): Promise<unknown[]> {
  const { rows } = await db.pool.query(`
    select s.id, claim.field, claim.value, record.key from sightings s,
      lateral (
        select 'usdot_number' as field, s.usdot_number::text as value, s.explanation->'r' as records
        union all
        select i->>0, i->>1, i->5 from json_array_elements(s.explanation->'i') i) claim,
      lateral (select r->>0 as "table", r->>1 as key from json_array_elements(claim.records) r) record
     where record."table" = 'observations' and record.key <> '' and not exists (
       select from vehicle_evidence e
        where e.sighting_id = record.key::bigint and to_jsonb(e)->>claim.field = claim.value)`);
  return rows;
}

/** Records the steps in this order and returns all decisions, with the places of the images instead of ids. */
async function decisionsOf({ images }: ReturnType<typeof scenario>, steps: Step[], random: () => number) {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, image_labels, quota_usage`);
  const ids = new Map<number, string>();
  for (const step of steps) {
    if ('image' in step) {
      const { by, lines, capture } = images[step.image] as Seen;
      ids.set(step.image, await ingest(organizations[by]?.organizationId as number, { lines }, capture));
      await drain();
    } else {
      const { image, field, value } = step.typed;
      const { by } = images[image] as Seen;
      const { organizationId, userId } = organizations[by] as (typeof organizations)[0];
      const corrector = { database: db, now: new Date(), organizationId, userId, wake: () => undefined };
      const id = ids.get(image) as string;
      if (step.isEnd) await withdrawCorrection(corrector, id, field);
      else
        await correctImage(corrector, id, { field, value, confirm: true } as Parameters<
          typeof correctImage
        >[2]);
    }
    if (random() < 0.3) await drainRevisits();
  }
  await drainRevisits();
  const places = new Map([...ids].map(([place, id]) => [id, place]));
  // In two statements: the tables are distributed by different columns.
  const observations = await db.pool.query('select * from observations');
  const stored = await db.pool.query(
    'select id, image_ids, keys, organization_id, explanation from sightings',
  );
  const sightings = new Map(stored.rows.map((row) => [row.id, row]));
  const rows = observations.rows.flatMap((row) => {
    const sighting = sightings.get(row.id);
    return sighting ? [{ ...row, ...sighting }] : [];
  });
  assert.deepEqual(await countDifferences(db), []);
  // It joins sightings with evidence, which Citus cannot do: they are on different nodes.
  if (!isCitus) assert.deepEqual(await unfoundedRows(), []);
  const isPlace = (_: string, value: unknown) =>
    typeof value === 'string' ? (places.get(value) ?? value) : value;
  const decisions = rows.map(({ id: _, ...row }) => {
    const { explanation: packed, ...fields } = row;
    const explanation = unpackExplanation(packed);
    for (const { rows: evidence } of [...(explanation.imputed ?? []), explanation]) {
      for (const one of evidence ?? []) if (one.table === 'observations') one.key = '';
    }
    return JSON.parse(JSON.stringify({ ...fields, explanation }, isPlace));
  });
  return decisions.sort((a, b) => a.image_ids[0] - b.image_ids[0]);
}

await db.pool.query(
  `insert into company_census (usdot_number, legal_name, docket1_prefix, docket1_number) values
     (5000060, 'ACME ROCKETS LLC', 'MC', 529015), (5000068, 'OTHER INC', null, null), (5000308, 'THIRD INC', null, null)`,
);

for (const [seed, make] of [
  ...[1, 2, 3, 4, 5, 6].map((seed) => [seed, manyTrucks] as const),
  ...[7, 8].map((seed) => [seed, oneTruck] as const),
]) {
  test(`the order in which images and corrections arrive changes neither the final decisions nor their evidence (${make.name}, ${seed})`, async () => {
    const random = seededRandom(seed);
    const given = scenario(make(random), random);
    const expected = await decisionsOf(given, shuffledSteps(given, random), random);
    assert.ok(expected.length > 3 && expected.length <= given.images.length);
    for (let n = 0; n < 2; n++) {
      const steps = shuffledSteps(given, random);
      assert.deepEqual(await decisionsOf(given, steps, random), expected);
    }
  });
}
