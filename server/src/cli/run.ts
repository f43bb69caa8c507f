import { parseArgs } from 'node:util';
import { readEnv } from '../config/env.ts';
import { decideSettings } from '../config/settings.ts';
import { QUOTA_SQLSTATE } from '../domain/quotas/quota-error.ts';
import { editDistance } from '../lib/edit-distance.ts';
import { AppError, codeOf, messageOf, type Problem } from '../lib/errors.ts';
import { createLog, textLines } from '../lib/log.ts';
import { COMMIT, VERSION } from '../lib/version.ts';
import type { Command, Context, Io, Option, Values } from './command.ts';
import { commands } from './commands.ts';

/** Runs the command that the arguments name and returns the exit code: 1 for a failure, 2 for wrong usage. */
export async function runCli(argv: string[], io: Io = process): Promise<number> {
  const print = (text: string) => void io.stdout.write(`${text}\n`);
  const printError = (text: string) => void io.stderr.write(`${text}\n`);
  const command = findCommand(argv);
  if (!command) {
    if (['--version', '-v', 'version'].includes(argv[0] ?? '')) {
      print(`milepost ${VERSION} (${COMMIT})`);
      return 0;
    }
    const help = helpFor(argv);
    if (help !== null) print(help);
    else printError(unknownCommand(argv));
    return help === null ? 2 : 0;
  }
  const args = argumentsOf(command, argv);
  if (args.includes('--help') || args.includes('-h')) {
    print(commandHelp(command));
    return 0;
  }
  let exitCode = 0;
  try {
    const { values, operands } = parse(command, args);
    const settings = decideSettings(readEnv(io.env));
    const log = createLog(
      settings.logLevel,
      io === process && settings.logFormat === 'json' ? undefined : logDestination(settings.logFormat, io),
    );
    const { audit } = command;
    const context: Context = {
      ...(audit && 'action' in audit && { audited: { object: '', ...audit, values, operands } }),
      settings,
      log,
      stdin: io.stdin,
      stderr: io.stderr,
      print,
      printJson: (value) => print(JSON.stringify(value)),
      printError,
      fail: () => {
        exitCode = 1;
      },
    };
    await command.run(context, values, operands);
    return exitCode;
  } catch (error) {
    printError(explain(error, command));
    return error instanceof UsageError ? 2 : 1;
  }
}

export function findCommand(argv: string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, i) => argv[i] === word));
}

const HELP = ['help', '--help', '-h'];

/** `milepost`, `milepost help org`, `milepost org --help`; null if the arguments do not ask for help. */
function helpFor(argv: string[]): string | null {
  const words = argv.filter((word) => !HELP.includes(word));
  if (words.length === argv.length && argv.length > 0) return null;
  const command = findCommand(words);
  if (command) return commandHelp(command);
  const listed = words.length === 0 ? commands : groupOf(words);
  return listed.length > 0 ? overview(listed) : null;
}

function groupOf([group]: string[]): Command[] {
  return commands.filter(({ name }) => name.startsWith(`${group} `));
}

function unknownCommand(argv: string[]): string {
  const words = argv.filter((word) => !word.startsWith('-'));
  const group = groupOf(words);
  const typed = words.slice(0, group.length > 0 ? 2 : 1).join(' ');
  if (group.length > 0 && words.length < 2) return `${overview(group)}\n\nName one of these commands.`;
  const near = (group.length > 0 ? group : commands)
    .map(({ name }) => ({ name, typos: editDistance(name, typed) }))
    .sort((a, b) => a.typos - b.typos)[0];
  const hint = near && near.typos <= MAX_TYPOS ? ` Did you mean "${near.name}"?` : '';
  return `Unknown command "${typed}".${hint} See milepost ${group.length > 0 ? `${words[0]} ` : ''}--help.`;
}

const MAX_TYPOS = 2;

function argumentsOf(command: Command, argv: string[]): string[] {
  return argv.slice(command.name.split(' ').length);
}

/** What is wrong with a command line; null if it can be run. */
export function usageProblem(argv: string[]): string | null {
  const command = findCommand(argv);
  if (!command) return 'there is no such command';
  try {
    parse(command, argumentsOf(command, argv));
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

class UsageError extends Error {}

function logDestination(format: 'text' | 'json', { stderr }: Io) {
  return format === 'text' ? textLines(stderr) : { write: (line: string) => void stderr.write(line) };
}

function parse(command: Command, args: string[]): { values: Values; operands: string[] } {
  let parsed: { values: unknown; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      options: command.options,
      allowPositionals: command.operands !== undefined,
      strict: true,
    });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const values = parsed.values as Values;
  const missing = Object.entries<Option>(command.options).filter(([name, o]) => o.required && !values[name]);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.map(([name]) => `--${name}`).join(', ')}`);
  if (command.operands?.startsWith('<') && parsed.positionals.length === 0)
    throw new UsageError(`Missing: ${command.operands}`);
  return { values, operands: parsed.positionals };
}

/** An AppError is for the operator; anything else is a bug and needs its stack. */
function explain(error: unknown, command: Command): string {
  if (error instanceof UsageError) return `${error.message}\n\n${commandHelp(command)}`;
  if (error instanceof AppError)
    return error.problems ? problemsText(error.problems, command) : error.message;
  const code = codeOf(error);
  // The message of this error is written for people.
  if (code === QUOTA_SQLSTATE) return messageOf(error);
  return `${command.name} failed: ${code ? `${code} ` : ''}${messageOf(error)}\n${(error as Error).stack ?? ''}`;
}

/** The problems of the API's checks, with the options instead of the fields. */
function problemsText(problems: Problem[], { options }: Command): string {
  const texts = problems.map(({ type, loc, msg, input }) => {
    const flag = Object.keys(options).find((name) => options[name]?.field === loc[1]);
    const given = type === 'enum' ? `, not "${input}"` : '';
    return `${flag ? `--${flag}` : loc.slice(1).join('.')}: ${msg}${given}`;
  });
  return texts.join('; ');
}

function overview(listed: Command[]): string {
  return [
    'Usage: milepost <command> [options]',
    '       milepost <command> --help',
    'Exit codes: 0 success, 1 the command failed, 2 wrong usage.',
    '',
    ...columns(listed.map(({ name, summary }) => [name, summary])),
  ].join('\n');
}

function commandHelp({ name, summary, operands, options }: Command): string {
  const rows = Object.entries(options).map(([flag, { type, value, meaning, required }]): [string, string] => [
    type === 'string' ? `--${flag} <${value ?? 'text'}>` : `--${flag}`,
    required ? `${meaning} (required)` : meaning,
  ]);
  const usage = ['milepost', name, rows.length > 0 ? '[options]' : '', operands ?? ''].filter(Boolean);
  return [
    summary,
    '',
    `Usage: ${usage.join(' ')}`,
    '',
    ...columns([...rows, ['--help', 'show this help']]),
  ].join('\n');
}

function columns(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
