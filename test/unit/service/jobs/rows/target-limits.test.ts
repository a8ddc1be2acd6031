import { expect, test } from 'vitest';
import type { HostedDeployment } from '../../../../../src/service/hosting/hosting.ts';
import { createTargetLimits, targetOf } from '../../../../../src/service/jobs/rows/target-limits.ts';

const deployment = (changes: Partial<HostedDeployment>) =>
  ({ app_id: 'a', url: null, artifact_sha256: 's', ...changes }) as HostedDeployment; // what is read of it

test('a target is the code of an app, or the origin of an address', () => {
  expect(targetOf(deployment({}))).toBe('a/s');
  expect(targetOf(deployment({ url: 'https://x.example:8443/flow?a=b' }))).toBe('https://x.example:8443');
});

test('evaluations of the same target share a limit', () => {
  const limits = createTargetLimits();
  const limit = limits.of(deployment({}));
  expect(limits.of(deployment({}))).toBe(limit);
  expect(limits.of(deployment({ app_id: 'b' }))).not.toBe(limit);
  expect(limits.of(deployment({ artifact_sha256: 't' }))).not.toBe(limit);
});
