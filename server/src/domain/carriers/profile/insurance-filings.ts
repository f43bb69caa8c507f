import { FILING_KINDS, type InsuranceFilings, MAX_FILINGS } from '../../../contract/carrier.ts';
import { runWithin } from '../../../db/run-within.ts';
import { MAX_USDOT } from '../records/census.ts';
import { readFilingRecords } from '../records/filings.ts';
import { filingsOn, type KnownFiling, plainPolicy } from '../records/filings-on.ts';
import { missingFilingFiles, readLoadedFiles } from '../records/loaded-files.ts';
import { endOf } from './insurance.ts';
import type { ProfileService } from './profile-service.ts';

type Listed = InsuranceFilings['filings'][number];

/** Every insurance filing of a carrier, past and present, as known today or on another day. */
export async function readInsuranceFilings(
  { budgets, clock }: ProfileService,
  usdotNumber: number,
  asOf: string | null,
): Promise<InsuranceFilings> {
  const today = clock.now().toISOString().slice(0, 10);
  const [known, loaded] = await runWithin(budgets.insurance, async (db) => {
    const files = await readLoadedFiles(db);
    if (usdotNumber > MAX_USDOT) return [[], files];
    return [filingsOn(await readFilingRecords(db, usdotNumber), asOf, today).filings, files];
  });
  const filings = listed(
    known.filter(({ effective_date }) => asOf === null || (effective_date ?? '') <= asOf),
  );
  return {
    usdot_number: String(usdotNumber),
    filings: filings.slice(0, MAX_FILINGS),
    total: filings.length,
    not_loaded: missingFilingFiles(loaded),
  };
}

/** Each filing once, the newest first. A filing in the history takes precedence: it has the reason of its end. */
function listed(known: KnownFiling[]): Listed[] {
  const same = (filing: KnownFiling) =>
    [filing.kind, filing.class_code === 'E', plainPolicy(filing), filing.effective_date].join('\n');
  const order = (a: KnownFiling, b: KnownFiling) =>
    Number(b.is_history) - Number(a.is_history) || compare(endOf(b) ?? '9999', endOf(a) ?? '9999');
  const once = [...Map.groupBy(known, same).values()].flatMap((list) => list.sort(order).slice(0, 1));
  return once
    .flatMap((filing) => shown(filing))
    .sort(
      (a, b) =>
        compare(b.effective_date ?? '', a.effective_date ?? '') ||
        compare(a.kind, b.kind) ||
        compare(a.policy_number, b.policy_number),
    );
}

function shown(filing: KnownFiling): Listed[] {
  const kind = FILING_KINDS.find((one) => one === filing.kind);
  if (kind === undefined) return [];
  const end = endOf(filing);
  const isReplaced = end !== null && end !== filing.cancel_effective_date;
  const isEnded = filing.is_history && filing.cancel_effective_date !== null;
  return [
    {
      kind,
      is_excess: filing.class_code === 'E',
      insurer: filing.company_name ?? '',
      policy_number: filing.policy_number ?? '',
      coverage_dollars: filing.max_coverage_dollars,
      effective_date: filing.effective_date,
      end_date: end,
      ended_by: isReplaced ? 'Replaced' : isEnded ? filing.cancellation_method : null,
      source_dataset: filing.source_dataset,
      source_date: filing.source_date,
    },
  ];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
