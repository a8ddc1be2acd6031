import { expect, test } from 'vitest';
import { rejectedBreaks } from '../../../../../src/contract/deployments/compatibility/rejected-breaks.ts';
import type { ParameterBreak } from '../../../../../src/contract/deployments/deployment.ts';

const breakOf = (severity: ParameterBreak['severity']) => ({ severity }) as ParameterBreak; // nothing else is read

test.each([
  [false, ['fatal', 'breaking']],
  [true, ['fatal']],
])('when breaking changes are accepted is %j, %j reject', (isAccepted, severities) => {
  const breaks = (['known', 'fatal', 'idle', 'breaking'] as const).map(breakOf);
  expect(rejectedBreaks({ breaks }, isAccepted).map(({ severity }) => severity)).toEqual(severities);
});
