/**
 * Generates the seed of the violation catalog from two CSV files of facts about SMS violation codes:
 *   npx node scripts/make-violation-seed.ts severity.csv violation_codes_basic_group.csv
 * The first has violation_code, basic, violation_group, severity_weight, trust and source, and takes precedence; a text
 * in brackets after a code is a description that distinguishes two weights of the code. The second has violation_code,
 * basic, violation_group, severity_weight_by_group and description.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASICS, basicNamed } from '../server/src/domain/federal/catalog/basics.ts';
import { plainCode } from '../server/src/domain/federal/catalog/violation-code.ts';

const OUT = join(import.meta.dirname, '../server/src/domain/federal/generated/violation-seed.json');

const SOURCES = [
  'FMCSA SMS carrier pages, violations tables (ai.fmcsa.dot.gov/SMS/Carrier/…/BASIC/…/Violations), 2016 to 2026',
  'Published copies of SMS Methodology Appendix A: Unsafe Driving and Hazardous Materials tables, cargo securement weights, v3.21 entries',
  'FMCSA notice of August 2017 (violations added to SMS)',
  'Real rows of SMS Input - Violation',
  'Weights of violation groups in SMS Methodology Appendix A, applied to the codes of each group',
  'General knowledge of SMS, where the trust is "general"',
];

/** Codes that the files lack. `general`: known from the method, not read in a source. */
const HOS = 'Hours-of-Service Compliance';
const MORE: [code: string, basic: string, group: string, weight: number, trust: string, text: string][] = [
  [
    '395.13(d)',
    HOS,
    'Jumping OOS/Driving Fatigued',
    10,
    'group',
    'Driving after being declared out of service',
  ],
  ['395.13', HOS, 'Jumping OOS/Driving Fatigued', 10, 'group', ''],
  ['392.3', HOS, 'Jumping OOS/Driving Fatigued', 10, 'group', 'Operating a CMV while ill or fatigued'],
  ['395.1', HOS, 'Hours', 7, 'general', ''],
  ['395.5', HOS, 'Hours', 7, 'general', ''],
  ...['395.5A1-PASSN', '395.5A2-PASSN', '395.5B1-PASSN', '395.5B2-PASSN', '395.5A1-HOSPVNC'].map(nominal),
  ...['395.5A1-HOSPVNP', '395.5A2-HOSPVNC', '395.5A2-HOSPVNP', '395.5B1-HOSPVNC'].map(nominal),
  ...['395.5B1-HOSPVNP', '395.5B2-HOSPVNC', '395.5B2-HOSPVNP'].map(nominal),
  ...['395.20', '395.22', '395.26', '395.28', '395.30', '395.34'].map((code): (typeof MORE)[number] => [
    code,
    HOS,
    'EOBR/ELD Related',
    1,
    'general',
    '',
  ]),
  ['398.6', HOS, 'Hours', 7, 'general', ''],
  [
    '391.11(b)(2)',
    'Driver Fitness',
    'General Driver Qualification',
    4,
    'official',
    'Driver does not meet the English language proficiency requirement',
  ],
];

function nominal(code: string): [string, string, string, number, string, string] {
  return [code, HOS, 'Hours Nominal', 1, 'general', ''];
}

/**
 * Registration, authority, insurance, marking and leasing rules, which SMS does not count. 392.2 stands for all state
 * and local laws: SMS counts only those that are listed.
 */
const NOT_COUNTED =
  '365 374 375 376 385 386 387 390.19 390.21 390.201 390.403 390.6 390.9 392.2 392.9AA 392.9AA1';

type Entry = {
  code: string;
  basic: number | null;
  group: string;
  weight: number | null;
  trust: string;
  description: string;
};

function readCsv(path: string): Record<string, string>[] {
  const rows = readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
    );
  const [header = [], ...body] = rows;
  return body.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
}

const entries = new Map<string, Entry>();
function add(code: string, basic: string, entry: Omit<Entry, 'code' | 'basic'>): void {
  const found = basicNamed(basic);
  if (!found) throw new Error(`${code} has an unknown BASIC: ${basic}`);
  const key = `${plainCode(code)} ${entry.description}`;
  const isWeighted = [...entries.keys()].some((known) => known.startsWith(`${plainCode(code)} `));
  if (!isWeighted || (entry.trust !== 'group' && !entries.has(key)))
    entries.set(key, { code, basic: BASICS.indexOf(found), ...entry });
}

const [severityPath, groupsPath] = process.argv.slice(2);
if (!severityPath || !groupsPath) throw new Error('name the two CSV files');
for (const row of readCsv(severityPath)) {
  const [, code = '', description = ''] = /^([^[]*?)\s*(?:\[(.*)\])?$/.exec(row.violation_code ?? '') ?? [];
  const trust = row.trust === 'official' || row.trust === 'real FMCSA row' ? 'official' : 'copy';
  const weight = Number(row.severity_weight);
  add(code, row.basic ?? '', { group: row.violation_group ?? '', weight, trust, description });
}
for (const [code, basic, group, weight, trust, description] of MORE)
  add(code, basic, { group, weight, trust, description });
const listed = readCsv(groupsPath);
// 392.7(a) is listed twice. Appendix A has it under Vehicle Maintenance.
const isObsolete = (row: Record<string, string>) =>
  row.violation_code === '392.7(a)' && row.basic === 'Unsafe Driving';
for (const row of listed.filter((one) => !isObsolete(one))) {
  const known = [...entries.values()].find(
    ({ code }) => plainCode(code) === plainCode(row.violation_code ?? ''),
  );
  if (known) {
    known.description ||= row.description ?? '';
    if (known.weight === Number(row.severity_weight_by_group)) known.group ||= row.violation_group ?? '';
    continue;
  }
  add(row.violation_code ?? '', row.basic ?? '', {
    group: row.violation_group ?? '',
    weight: Number(row.severity_weight_by_group),
    trust: 'group',
    description: row.description ?? '',
  });
}
for (const code of NOT_COUNTED.split(' '))
  entries.set(`${plainCode(code)} `, {
    ...{ code, basic: null, group: '', weight: null, trust: 'general', description: '' },
  });

const sorted = [...entries.values()].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
const lines = sorted.map((entry) =>
  JSON.stringify([entry.code, entry.basic, entry.group, entry.weight, entry.trust, entry.description]),
);
writeFileSync(
  OUT,
  `{"sources":${JSON.stringify(SOURCES)},\n"columns":["code","basic","group","weight","trust","description"],\n"codes":[\n${lines.join(',\n')}\n]}\n`,
);
console.log(`${lines.length} codes`);
