import assert from 'node:assert/strict';
import type { Database } from '../../server/src/db/database.ts';
import { readCarrierDetail } from '../../server/src/domain/carriers/detail/carrier-detail.ts';
import { sections } from '../../server/src/domain/carriers/profile/profile-service.ts';
import type { SectionRequest } from '../../server/src/domain/carriers/profile/section.ts';
import { readLoadedFiles } from '../../server/src/domain/carriers/records/loaded-files.ts';
import { testImporter } from '../../server/test/support/federal/federal-files.ts';
import { authorityOn } from '../oracle/authority.ts';
import { insuranceOn } from '../oracle/insurance.ts';
import { DAYS, MOTUS_DAYS, registerCases, TODAY } from '../oracle/register-cases.ts';

/** How many figures were compared, and how often each word was among them. */
type Compared = { figures: number; words: Map<unknown, number> };

/** Imports generated registers and compares the figures of the product with those of the oracle. */
export async function compareRegisters(db: Database, seed: number, usdots: number[]): Promise<Compared> {
  const history = registerCases(seed, usdots);
  const importer = await testImporter(db, new Date(`${TODAY}T00:00:00Z`));
  for (const { day, files } of history)
    await importer.datasets(files as Record<string, never>, { asOf: day, force: true });
  const loaded = await readLoadedFiles(db);
  let figures = 0;
  const words = new Map<unknown, number>();
  const differing: string[] = [];
  const compare = (where: string, found: Record<string, unknown>, expected: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(expected)) {
      figures++;
      words.set(value, (words.get(value) ?? 0) + 1);
      if (found[name] !== value) differing.push(`${where} ${name}: ${found[name]}, expected ${value}`);
    }
  };
  for (const usdotNumber of usdots)
    for (const asOf of [null, ...DAYS]) {
      const request = {
        ...{ db, usdotNumber, vin: null, asOf, today: asOf ?? TODAY },
        loadedFiles: async () => loaded,
        archivedCensus: async () => new Map(),
        reportUnknown: () => undefined,
      } as unknown as SectionRequest;
      const where = `${usdotNumber} ${asOf ?? 'today'}`;
      const { active_insurance, insurance_history } = await sections.insurance(request);
      const { boc_3_filing_company_name: _, ...insurance } = active_insurance;
      compare(
        where,
        { ...insurance, ...insurance_history },
        insuranceOn(history, usdotNumber, request.today, asOf === null),
      );
      // Before the first file of Motus, most statuses are unknown.
      if (request.today < (MOTUS_DAYS[0] ?? '')) continue;
      const { authorization } = await sections.operating_status(request);
      const { entity_status, ...authorities } = authorityOn(history, usdotNumber, request.today);
      compare(where, authorization, authorities);
      if (asOf !== null) continue;
      const detail = await readCarrierDetail(db, usdotNumber, TODAY);
      compare(where, { entity_status: detail?.entity_status }, { entity_status });
    }
  assert.deepEqual(differing.slice(0, 20), [], `${differing.length} of ${figures} figures differ`);
  return { figures, words };
}
