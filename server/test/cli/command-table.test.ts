import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

test('every command names an organization with --org', () => {
  for (const { name, operands = '' } of commands) assert.doesNotMatch(operands, /organization|<id>/, name);
});

test('the completion script completes commands and options', async (t) => {
  const { stdout: script } = await milepost(['completion'], await temporaryFolder());
  const completions = (typed: string) => {
    const words = ['milepost', ...typed.split(' ')];
    const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
    return spawnSync('bash', ['-c', `${script}\n${set}; _milepost; echo "\${COMPREPLY[*]}"`], {
      encoding: 'utf8',
    });
  };
  if (completions('').error) return t.skip('needs bash');
  const offered = (typed: string) => completions(typed).stdout.trim().split(' ');
  const firstWords = new Set(commands.map(({ name }) => name.split(' ')[0]));
  assert.deepEqual(offered(''), [...firstWords]);
  assert.deepEqual(offered('ba'), ['backup']);
  assert.deepEqual(offered('org en'), ['enable']);
  assert.deepEqual(offered('org disable '), ['--org', '--json', '--help']);
  assert.deepEqual(offered('org disable --org 3 --j'), ['--json']);
});
