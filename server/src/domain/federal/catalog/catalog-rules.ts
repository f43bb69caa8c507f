import { readFileSync } from 'node:fs';
import { BASICS, basicNamed } from './basics.ts';
import { enclosingCodes, isRedFlag, plainCode, sectionOf } from './violation-code.ts';

/**
 * Where an entry comes from: the SMS violation file, an imported list, the seed, an enclosing paragraph or section of
 * the code, or nothing.
 */
type CatalogSource = 'sms' | 'list' | 'seed' | 'section' | 'unknown';

/** Facts about a code. A null BASIC with the source `seed` means that SMS does not count the violation. */
export type CodeFact = {
  /** As printed, with punctuation where the source has it. */
  code: string;
  basic: string | null;
  violation_group: string;
  severity_weight: number | null;
  description: string;
  source: CatalogSource;
  /** Rows of the SMS file with these facts. */
  sms_rows: number;
};

/** A row of violation_catalog. */
export type CatalogEntry = CodeFact & {
  plain_code: string;
  /** 0 for the entry that applies if the description does not decide. */
  place: number;
  oos_weight: number;
  is_red_flag: boolean;
  daily_rows: number;
};

export type CountedCode = { code: string; rows: number };

type Seed = {
  sources: string[];
  codes: [
    code: string,
    basic: number | null,
    group: string,
    weight: number | null,
    trust: string,
    text: string,
  ][];
};

/** The facts in the file written by scripts/make-violation-seed.ts. */
export function seedFacts(): CodeFact[] {
  const file = new URL('../generated/violation-seed.json', import.meta.url);
  const { codes }: Seed = JSON.parse(readFileSync(file, 'utf8'));
  return codes.map(([code, basic, group, weight, , description]) => ({
    code,
    basic: basic === null ? null : (BASICS[basic]?.name ?? null),
    violation_group: group,
    severity_weight: weight,
    description,
    source: 'seed',
    sms_rows: 0,
  }));
}

/**
 * One version of the catalog. `facts` are ordered by precedence: those of a code in a later list are used only if no
 * earlier list has the code. Each code of the daily files gets an entry: its own, that of the closest enclosing
 * paragraph, or that of its section.
 */
export function catalogEntries(facts: CodeFact[][], dailyCodes: CountedCode[]): CatalogEntry[] {
  const byCode = new Map<string, CatalogEntry[]>();
  for (const list of facts) {
    for (const [plain, found] of Map.groupBy(list, ({ code }) => plainCode(code)))
      if (plain !== '' && !byCode.has(plain)) byCode.set(plain, found.sort(byRows).map(entryOf));
  }
  const sections = commonBySection([...byCode.values()]);
  for (const { code, rows } of dailyCodes) {
    const plain = plainCode(code);
    if (plain === '') continue;
    const entries = byCode.get(plain) ?? [entryOf(resolve(code, byCode, sections), 0)];
    const [first] = entries;
    if (first) first.daily_rows += rows;
    byCode.set(plain, entries);
  }
  return [...byCode.values()].flat();
}

const byRows = (a: CodeFact, b: CodeFact) =>
  b.sms_rows - a.sms_rows || (b.severity_weight ?? -1) - (a.severity_weight ?? -1);

function entryOf(fact: CodeFact, place: number): CatalogEntry {
  const basic = basicNamed(fact.basic);
  return {
    ...fact,
    basic: basic?.name ?? null,
    plain_code: plainCode(fact.code),
    place,
    oos_weight: basic?.outOfServiceWeight ?? 0,
    is_red_flag: isRedFlag(fact.code),
    daily_rows: 0,
  };
}

function resolve(
  code: string,
  byCode: ReadonlyMap<string, CatalogEntry[]>,
  sections: ReadonlyMap<string, CodeFact>,
): CodeFact {
  const enclosing = enclosingCodes(code)
    .map((one) => byCode.get(one)?.[0])
    .find((entry) => entry !== undefined && entry.source !== 'section' && entry.source !== 'unknown');
  const found = enclosing ?? partEntry(code, byCode) ?? sections.get(sectionOf(code));
  const unknown = { basic: null, violation_group: '', severity_weight: null };
  const { basic, violation_group, severity_weight } = found ?? unknown;
  return {
    ...{ code, basic, violation_group, severity_weight, description: '', sms_rows: 0 },
    source: found ? 'section' : 'unknown',
  };
}

/** The entry of a whole part, such as 387. */
function partEntry(code: string, byCode: ReadonlyMap<string, CatalogEntry[]>): CatalogEntry | undefined {
  return byCode.get(/^\d+/.exec(code)?.[0] ?? '')?.[0];
}

/** The most frequent facts of each section whose codes all belong to one BASIC; of equally frequent ones the lowest weight. */
function commonBySection(all: CatalogEntry[][]): Map<string, CodeFact> {
  const firsts = all.flatMap((entries) => entries.slice(0, 1));
  const common = new Map<string, CodeFact>();
  for (const [section, entries] of Map.groupBy(firsts, ({ code }) => sectionOf(code))) {
    if (section === '' || new Set(entries.map(({ basic }) => basic)).size > 1) continue;
    const count = (entry: CatalogEntry) =>
      entries.filter(({ severity_weight }) => severity_weight === entry.severity_weight).length;
    const [most] = entries.sort(
      (a, b) => count(b) - count(a) || (a.severity_weight ?? 0) - (b.severity_weight ?? 0),
    );
    if (most) common.set(section, most);
  }
  return common;
}
