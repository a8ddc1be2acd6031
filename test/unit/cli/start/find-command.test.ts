import { expect, test } from 'vitest';
import { findCommand } from '../../../../src/cli/start/find-command.ts';

const IDS = ['deploy', 'env', 'env deploy', 'env list', 'run', 'variants list', 'variants show'];

test.each([
  ['deploy', 'deploy', []],
  ['deploy --plan', 'deploy', ['--plan']],
  ['deploy -- --json', 'deploy', ['--', '--json']],
  ['env deploy production --yes', 'env deploy', ['production', '--yes']],
  ['env production', 'env', ['production']],
  ['env deploys', 'env', ['deploys']],
  ['run run', 'run', ['run']],
  ['run --profile', 'run', ['--profile']],
  // Flags of every command may come before a command and between its words.
  ['env --json list', 'env list', ['--json']],
  ['--json=x variants -q list y', 'variants list', ['--json=x', '-q', 'y']],
  ['--profile deploy env list', 'env list', ['--profile', 'deploy']],
  ['--profile local run --profile x /', 'run', ['--profile', 'local', '--profile', 'x', '/']],
  ['--base-url=http://h --timeout 5 --jq .id run', 'run', ['--base-url=http://h', '--timeout', '5', '--jq', '.id']],
  [
    '--tsv --quiet --debug --no-color --help -h run',
    'run',
    ['--tsv', '--quiet', '--debug', '--no-color', '--help', '-h'],
  ],
])('"%s" runs %s with %j', (line, id, argv) => {
  expect(findCommand(line.split(' '), IDS)).toEqual({ kind: 'command', id, argv });
});

test.each([
  ['variants', { kind: 'topic', id: 'variants', rest: [] }],
  ['variants --help', { kind: 'topic', id: 'variants', rest: ['--help'] }],
  ['variants -- list', { kind: 'topic', id: 'variants', rest: ['--', 'list'] }],
  ['variants lst', { kind: 'nothing', words: ['variants', 'lst'] }],
  ['var list', { kind: 'nothing', words: ['var', 'list'] }],
  ['constructor', { kind: 'nothing', words: ['constructor'] }],
  ['--yes deploy', { kind: 'nothing', words: [] }],
  ['--json', { kind: 'nothing', words: [] }],
])('"%s" names no command', (line, found) => {
  expect(findCommand(line.split(' '), IDS)).toEqual(found);
});
