import { expect, test } from 'vitest';
import { findCommand } from '../../../../src/cli/start/find-command.ts';

const IDS = ['deploy', 'env', 'env deploy', 'env list', 'variants list', 'variants show'];

test.each([
  [['deploy'], { kind: 'command', id: 'deploy', argv: [] }],
  [['deploy', '--plan'], { kind: 'command', id: 'deploy', argv: ['--plan'] }],
  [['env', 'deploy', 'production', '--yes'], { kind: 'command', id: 'env deploy', argv: ['production', '--yes'] }],
  [['env', '--json', 'list'], { kind: 'command', id: 'env list', argv: ['--json'] }],
  [['--json', 'variants', 'list'], { kind: 'command', id: 'variants list', argv: ['--json'] }],
  [['--profile', 'deploy', 'env', 'list'], { kind: 'command', id: 'env list', argv: ['--profile', 'deploy'] }],
  [['--timeout=3', 'env', '-q', 'list', 'x'], { kind: 'command', id: 'env list', argv: ['--timeout=3', '-q', 'x'] }],
  [['--yes', 'deploy'], { kind: 'nothing', words: [] }],
  [['deploy', '--', '--json'], { kind: 'command', id: 'deploy', argv: ['--', '--json'] }],
  [['env', 'production'], { kind: 'command', id: 'env', argv: ['production'] }],
  [['variants'], { kind: 'topic', id: 'variants', rest: [] }],
  [['variants', '--help'], { kind: 'topic', id: 'variants', rest: ['--help'] }],
  [['variants', '--', 'list'], { kind: 'topic', id: 'variants', rest: ['--', 'list'] }],
  [['variants', 'lst'], { kind: 'nothing', words: ['variants', 'lst'] }],
  [['--json'], { kind: 'nothing', words: [] }],
  [['constructor'], { kind: 'nothing', words: ['constructor'] }],
])('%j', (argv, found) => {
  expect(findCommand(argv, IDS)).toEqual(found);
});
