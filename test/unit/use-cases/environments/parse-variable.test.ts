import { expect, test } from 'vitest';
import { parseVariable } from '../../../../src/use-cases/environments/parse-variable.ts';

test.each([
  ['KEY=value', 'KEY', 'value'],
  ['KEY=a=b', 'KEY', 'a=b'],
  ['KEY=', 'KEY', ''],
  ['KEY', 'KEY', null],
  ['K', 'K', null],
])('%s is the variable %s with the value %j', (text, name, value) => {
  expect(parseVariable(text)).toEqual({ name, value });
});

test.each(['=value', '', '='])('%j has no name', (text) => {
  expect(() => parseVariable(text)).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: 'The variable has no name before "=".',
      nextSteps: ['wf env vars set NAME=VALUE', 'wf env vars set NAME < FILE'],
    }),
  );
});
