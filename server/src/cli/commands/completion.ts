import type { Command } from '../command.ts';

/** `all` is called when the command runs, because this command is one of them. */
export function completion(all: () => Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print the completion script for bash and zsh: source <(milepost completion)',
    audit: { none: 'Changes nothing.' },
    options: {},
    async run({ print }) {
      print(completionScript(all()));
    },
  };
}

/** Completes the words of commands and their options. The words before the cursor decide which. */
function completionScript(commands: Command[]): string {
  const cases = commands.map(
    ({ name, options }) =>
      `    "${name} "*) words="${[...Object.keys(options), 'help'].map((flag) => `--${flag}`).join(' ')}" ;;`,
  );
  const groups = Map.groupBy(
    commands.map(({ name }) => name.split(' ')).filter(([, second]) => second !== undefined),
    ([group]) => group,
  );
  for (const [group, names] of groups)
    cases.push(`    "${group} ") words="${names.map(([, second]) => second).join(' ')}" ;;`);
  const first = new Set(commands.map(({ name }) => name.split(' ')[0]));
  return [
    'if [ -n "$ZSH_VERSION" ]; then autoload -U +X bashcompinit && bashcompinit; fi',
    '_milepost() {',
    `  local words="" before="${shell('COMP_WORDS[*]:1:COMP_CWORD-1')}"`,
    `  case "$before${shell('before:+ ')}" in`,
    ...cases,
    `    "") words="${[...first].join(' ')}" ;;`,
    '  esac',
    `  COMPREPLY=($(compgen -W "$words" -- "${shell('COMP_WORDS[COMP_CWORD]')}"))`,
    '}',
    'complete -o default -F _milepost milepost',
  ].join('\n');
}

/** An expansion by the shell. */
const shell = (expression: string) => `\${${expression}}`;
