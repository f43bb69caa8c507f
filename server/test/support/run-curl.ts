import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Runs a documented curl command with `fetch`, so that tests need no curl. Knows the options that the docs use. */
export async function runCurl(
  command: string,
  variables: Record<string, string>,
  folder: string,
): Promise<Response> {
  const [program, ...args] = words(command, variables);
  if (program !== 'curl') throw new Error(`not a curl command: ${command}`);
  const headers = new Headers();
  let url = '';
  let method: string | undefined;
  let body: BodyInit | undefined;
  let form: FormData | undefined;
  let output: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const option = args[i] ?? '';
    if (option === '-s') continue;
    if (!option.startsWith('-')) {
      url = option;
      continue;
    }
    const value = args[++i] ?? '';
    if (option === '-X') method = value;
    else if (option === '-H') headers.append(...split(value, ': '));
    else if (option === '-o') output = join(folder, value);
    else if (option === '-d') body = value;
    else if (option === '--data-binary') body = await readFile(join(folder, value.slice(1)));
    else if (option === '-F') {
      const [name, file] = split(value, '=@');
      form ??= new FormData();
      form.append(name, new Blob([await readFile(join(folder, file))]), basename(file));
    } else throw new Error(`unknown option of curl: ${option}`);
  }
  const sent = form ?? body ?? null;
  const response = await fetch(url, {
    method: method ?? (sent === null ? 'GET' : 'POST'),
    headers,
    body: sent,
  });
  if (output !== undefined) await writeFile(output, Buffer.from(await response.clone().arrayBuffer()));
  return response;
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

/** The words of a shell command, with variables in double quotes and backslashes at the ends of lines. */
function words(command: string, variables: Record<string, string>): string[] {
  const text = command.replace(/\\\n/g, ' ');
  const expand = (part: string) => part.replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? '');
  return [...text.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|[^"']+/g, (part, double?: string, single?: string) => {
      if (single !== undefined) return single;
      return expand(double?.replaceAll('\\"', '"') ?? part);
    }),
  );
}
