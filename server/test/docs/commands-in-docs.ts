import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
/** Values for the placeholders of the documentation. */
const PLACEHOLDERS: Record<string, string> = {
  usdot: '12345',
  id: '1',
  address: 'a@example.com',
  'organization id': '1',
  dataset: 'company-census',
  datasets: 'company-census',
  files: 'file.csv',
  'files or folders': 'folder',
  image: 'image.jpg',
  file: 'file.jpg',
  usdot_number: '12345',
  'HH:MM': '06:30',
  place: 'folder',
  'number:hash': '1:abc',
};

type DocumentedCommand = {
  page: string;
  line: number;
  text: string;
  argv: string[];
  /** The file that the example redirects to standard input. */
  input: string | null;
  isInBlock: boolean;
};

export function pages(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => `docs/${name}`)];
}

/** The commands in code blocks, and those in backticks. */
export function commandsOf(page: string): DocumentedCommand[] {
  const commands: DocumentedCommand[] = [];
  let isInBlock = false;
  for (const [index, line] of readFileSync(join(root, page), 'utf8').split('\n').entries()) {
    if (/^\s*```/.test(line)) {
      isInBlock = !isInBlock;
      continue;
    }
    const texts = isInBlock ? blockCommands(line) : inlineCommands(line);
    for (const text of texts) commands.push({ page, line: index + 1, text, isInBlock, ...words(text) });
  }
  return commands;
}

/** Lines that start with the command, also inside `eval "$(…)"`. */
function blockCommands(line: string): string[] {
  const inner = /\$\(((?:npx )?milepost [^)]*)\)/.exec(line)?.[1];
  const start = /^\s*(?:[A-Z_]+=\S+ )*((?:npx )?milepost .*)$/.exec(line)?.[1];
  return [inner ?? start ?? ''].filter((text) => text !== '');
}

function inlineCommands(line: string): string[] {
  return [...line.matchAll(/`((?:[A-Z_]+=\S+ )*(?:npx )?milepost [^`]+)`/g)].map(([, text = '']) =>
    text.replace(/^(?:[A-Z_]+=\S+ )*/, ''),
  );
}

/** Splits like a shell: quotes, comments, redirections. */
function words(text: string): { argv: string[]; input: string | null } {
  const [, before = '', input = null] =
    /^(.*?)(?:\s<\s*([\w./-]+))?\s*$/.exec(text.replace(/\s+#.*$/, '').replace(/\s\|.*$/, '')) ?? [];
  const filled = before.replace(/<([^>]+)>/g, (_, name: string) => {
    const value = PLACEHOLDERS[name.replace(/…$/, '')];
    if (value === undefined) throw new Error(`no value for the placeholder <${name}> in: ${text}`);
    return value;
  });
  const parts = [...filled.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)];
  const argv = parts.map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  return { argv: argv.slice(argv[0] === 'npx' ? 2 : 1), input };
}
