import assert from 'node:assert/strict';
import { createOrganization } from '../../../server/src/domain/identity/manage-organizations.ts';
import {
  recompute,
  VETTING_FILE,
  vettingContent,
} from '../../../server/src/domain/vetting/checks/vetting-file.ts';
import { evaluate } from '../../../server/src/domain/vetting/evaluate.ts';
import type { Asking, VettingService } from '../../../server/src/domain/vetting/vetting-service.ts';
import { createKey } from '../../../server/src/lib/signed-files/ed25519-key.ts';
import { signFile, verifySignedFile } from '../../../server/src/lib/signed-files/signed-file.ts';
import { busyCarriers, loadCountry } from '../../country/load-country.ts';
import { absolute, type Bench, inTurns, median, p99, speedup } from '../support/bench.ts';
import { benchService, temporaryFolder } from '../support/service.ts';

const GOAL_MS = { single: 50, batch: 400 };
const BATCH = 50;
const WARM_UP = 20;

export const bench: Bench = {
  about:
    'checks against the default vetting rules in a synthetic country of 20,000 carriers (--quick: 400): fifty carriers at once against one query each',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const size = quick ? { carriers: 400, rounds: 20 } : { carriers: 20_000, rounds: 200 };
    const { services, database } = await benchService(cleanup);
    await loadCountry(database, await temporaryFolder(cleanup), size.carriers);
    const { organization_id: organizationId } = await createOrganization(database, {
      ...{ name: 'Broker', kind: 'broker' },
    });
    const numbers = await busyCarriers(database, 200);
    const check = (usdotNumbers: number[]) =>
      evaluate(
        services.vetting,
        { organizationId, isLicensed: false },
        { usdotNumbers, asOf: null, classes: [], forFile: false },
      );
    const timed = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    let next = 0;
    const batch = () => Array.from({ length: BATCH }, () => numbers[next++ % numbers.length] ?? 0);
    const one = () => timed(() => check([numbers[next++ % numbers.length] ?? 0]));
    const unique = (list: number[]) => [...new Set(list)];
    await assertSame(check, unique(batch()));
    for (let i = 0; i < WARM_UP; i++) await one();
    const single: number[] = [];
    for (let i = 0; i < size.rounds * 5; i++) single.push(await one());
    const times = await inTurns(size.rounds, {
      ours: () => timed(() => check(unique(batch()))),
      peer: () =>
        timed(async () => {
          for (const usdotNumber of unique(batch())) await check([usdotNumber]);
        }),
    });
    const verified = await verification(
      services.vetting,
      { organizationId, isLicensed: false },
      numbers[0] ?? 0,
    );
    const medians = { ours: median(times.ours), peer: median(times.peer) };
    return [
      absolute('p99 of a check of one carrier with many inspections', p99(single), 'ms', GOAL_MS.single),
      absolute(`p99 of a check of ${BATCH} such carriers`, p99(times.ours), 'ms', GOAL_MS.batch),
      absolute(
        `verifying a file with ${verified.inspections} inspections and deciding again`,
        verified.ms,
        'ms',
        1_000,
      ),
      speedup(`${BATCH} carriers at once, against one after the other`, medians, 'ms', null),
    ];
  },
};

/** Of the carrier with the most inspections, on a machine that has only the file. */
async function verification(service: VettingService, asking: Asking, usdotNumber: number) {
  const request = { usdotNumbers: [usdotNumber], asOf: null, classes: [], forFile: true };
  const { common, rules, carriers } = await evaluate(service, asking, request);
  const [carrier] = carriers;
  if (!carrier) throw new Error('the carrier was not found');
  const check = { id: '', organization: { id: 1, name: 'Broker' }, checked_at: common.day };
  const content = vettingContent({ ...check, reference: null, note: null, classes: [] }, rules, {
    ...{ common, ...carrier },
  });
  const bytes = signFile(
    { type: VETTING_FILE, created_at: common.day, attachments: [], content },
    createKey(),
  );
  const startedAt = performance.now();
  const { problems, signed } = verifySignedFile(bytes);
  assert.deepEqual(problems, []);
  assert.ok(signed && recompute(signed).isSame);
  return { ms: performance.now() - startedAt, inspections: carrier.inputs.inspections.rows?.length ?? 0 };
}

async function assertSame(
  check: (usdotNumbers: number[]) => ReturnType<typeof evaluate>,
  numbers: number[],
): Promise<void> {
  const together = await check(numbers);
  for (const [i, usdotNumber] of numbers.entries()) {
    const { carriers } = await check([usdotNumber]);
    assert.deepEqual(carriers[0]?.decided, together.carriers[i]?.decided);
  }
}
