import { expect, test } from 'vitest';
import { unknownCommand } from '../../../src/cli/unknown-command.ts';

const IDS = ['deploy', 'env', 'env deploy', 'env list', 'variants list', 'variants show'];

test.each([
  [['variants', 'lst'], 'There is no command wf variants lst. Did you mean wf variants list?', 'wf variants --help'],
  [['depoly', '--plan'], 'There is no command wf depoly. Did you mean wf deploy?', 'wf --help'],
  [['varaints', 'list'], 'There is no command wf varaints. Did you mean wf variants list?', 'wf --help'],
  [['frobnicate'], 'There is no command wf frobnicate.', 'wf --help'],
  [['--json', 'deploy'], 'Flags come after the command: --json stands before it.', 'wf --help'],
])('%j names what was near', (argv, message, nextStep) => {
  expect(unknownCommand(argv, IDS)).toMatchObject({ message, nextSteps: [nextStep], exitCode: 2 });
});
