import { parseArgs } from 'node:util';
import { readEnv } from '../config/env.ts';
import { decideSettings } from '../config/settings.ts';
import { AppError, codeOf, messageOf } from '../lib/errors.ts';
import { createLog } from '../lib/log.ts';
import type { Command, Option, Values } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, overview } from './help.ts';

/** argv → a command → its exit code. Errors are one sentence on standard error. */
export async function runCli(argv: string[]): Promise<number> {
  const command = findCommand(argv);
  if (!command) {
    const wantsHelp = argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' || argv[0] === '-h';
    if (wantsHelp) return say(overview(commands));
    const close = commands.filter(({ name }) => name.startsWith(`${argv[0]} `));
    return complain(
      close.length > 0 ? overview(close) : `There is no command "${argv[0]}". milepost --help lists them.`,
      2,
    );
  }
  const rest = argv.slice(command.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) return say(commandHelp(command));
  try {
    const { values, operands } = parse(command, rest);
    const settings = decideSettings(readEnv());
    const context = {
      settings,
      log: createLog(settings.logLevel),
      print: (line: string) => void process.stdout.write(`${line}\n`),
      printJson: (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`),
    };
    await command.run(context, values, operands);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return complain(explain(error, command), error instanceof UsageError ? 2 : 1);
  }
}

class UsageError extends Error {}

function findCommand(argv: string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, i) => argv[i] === word));
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
  const lacking = Object.entries(command.options).filter(
    ([name, o]: [string, Option]) => o.required && !values[name],
  );
  if (lacking.length > 0) throw new UsageError(`Missing: ${lacking.map(([name]) => `--${name}`).join(', ')}`);
  return { values, operands: parsed.positionals };
}

function explain(error: unknown, command: Command): string {
  if (error instanceof UsageError) return `${error.message}\n\n${commandHelp(command)}`;
  if (error instanceof AppError) return error.message;
  const code = codeOf(error);
  return `${command.name} failed: ${code ? `${code} ` : ''}${messageOf(error)}\n${(error as Error).stack ?? ''}`;
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(text: string, exitCode: number): number {
  process.stderr.write(`${text}\n`);
  return exitCode;
}
