import { Flags } from '@oclif/core';
import { expect, test } from 'vitest';
import { refuseLookalikes } from '../../../../../src/cli/kit/words/refuse-lookalikes.ts';

const FLAGS = { yes: Flags.boolean(), name: Flags.string() };

test.each([
  [['--yes'], null],
  [['--name=a=b', 'x'], null],
  [['--other'], null],
  [['-y=false'], null],
  [['--', '--yes=false'], null],
  [['--', '--yes=false', '--'], null],
  [['--yes=a=b'], '--yes is a switch and takes no value.'],
  [['--yes=false'], '--yes is a switch and takes no value.'],
  [['--yes='], '--yes is a switch and takes no value.'],
  [['a', '--yes=true', '--', '--'], '--yes is a switch and takes no value.'],
])('%j: %s', (argv, message) => {
  const refuse = () => refuseLookalikes(argv, FLAGS);
  if (message === null) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
});

test('what every object has is no flag', () => {
  const message = 'Unknown flag --constructor. Available: --yes, --name.';
  expect(() => refuseLookalikes(['--constructor'], FLAGS)).toThrow(message);
  expect(() => refuseLookalikes(['--constructor=1'], FLAGS)).toThrow(message);
});
