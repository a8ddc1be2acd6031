import { expect, test } from 'vitest';
import { createWriteLog } from '../../../../../src/cli/kit/process/write-log.ts';

test('what is said about a variable that may have been set does not contain its value', () => {
  const log = createWriteLog(() => 'wf env vars set KEY=sk-secret --env production');
  log.add('setEnvironmentVariable', {
    environment_name: 'production',
    variable_name: 'KEY',
    body: { value: 'sk-secret' },
  });
  expect(log.describe()).toEqual({
    text: 'Variable KEY may have been set.',
    nextSteps: ['wf env vars list --env production', 'If it was not done: wf env vars set KEY --env production'],
  });
});
