import type { Command } from './command.ts';

export function overview(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return ['Usage: milepost <command> [options]   (--help after a command tells more)', '', ...lines].join(
    '\n',
  );
}

export function commandHelp({ name, summary, operands, options }: Command): string {
  const entries = Object.entries(options).map(([flag, { type, value, meaning, required }]) => {
    const left = type === 'string' ? `--${flag} <${value ?? 'text'}>` : `--${flag}`;
    return [left, required ? `${meaning} (required)` : meaning] as const;
  });
  const width = Math.max(6, ...entries.map(([left]) => left.length));
  const usage = ['milepost', name, entries.length > 0 ? '[options]' : '', operands ?? '']
    .filter(Boolean)
    .join(' ');
  const rows = [...entries, ['--help', 'show this'] as const];
  return [
    summary,
    '',
    `Usage: ${usage}`,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n');
}
