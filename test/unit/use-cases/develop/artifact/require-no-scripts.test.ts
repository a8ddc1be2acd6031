import { expect, test } from 'vitest';
import { requireNoScripts } from '../../../../../src/use-cases/develop/artifact/require-no-scripts.ts';

const { platform, arch } = process;
const HERE = { os: platform, cpu: arch } as never;
const ELSEWHERE = { os: 'plan9', cpu: 'sparc' } as never;

test('an install script may run where its result is used, and packages without one anywhere', () => {
  expect(() => requireNoScripts({ scripts: ['sharp'] }, HERE)).not.toThrow();
  expect(() => requireNoScripts({ scripts: [] }, ELSEWHERE)).not.toThrow();
});

test.each([
  ['plan9 sparc', ELSEWHERE],
  [`plan9 ${arch}`, { os: 'plan9', cpu: arch } as never],
  [`${platform} sparc`, { os: platform, cpu: 'sparc' } as never],
])('an install script is refused for %s', (named, target) => {
  expect(() => requireNoScripts({ scripts: ['sharp', 'canvas'] }, target)).toThrow(
    expect.objectContaining({
      code: 'WF_BUILD_FAILED',
      message: `The install script of sharp builds for this machine (${platform} ${arch}), and the target runs on ${named}.`,
      nextSteps: [`Build on ${named}, for example in a container`],
    }),
  );
});
