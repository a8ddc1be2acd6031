import { expect, test } from 'vitest';
import type { FetchConfig } from '../../../../src/contract/variants/config.ts';
import { registryConfigurations } from '../../../../src/runtime/targets/registry-configurations.ts';

const call = { signal: new AbortController().signal };
const named = (slug: string, version: number | null = null) => ({ slug, version, id: null });

test.each([
  ['an environment', { environment: 'staging' }, { variant_ref: null, environment_ref: named('staging') }],
  ['a variant', { variant: 'bold' }, { variant_ref: named('bold'), environment_ref: null }],
  ['a version of a variant', { variant: 'bold', version: 3 }, { variant_ref: named('bold', 3), environment_ref: null }],
  [
    'a version of an environment',
    { environment: 'staging', version: 2 },
    { variant_ref: null, environment_ref: named('staging', 2) },
  ],
  ['a revision', { revision: 'r-1' }, { variant_ref: { slug: null, version: null, id: 'r-1' }, environment_ref: null }],
  ['another app', { application: 'other' }, { application_ref: named('other') }],
])('asks the service for %s', async (_what, reference, body) => {
  const asked: FetchConfig[] = [];
  const source = registryConfigurations(
    {
      fetchConfig: async (asking) => {
        asked.push(asking.body);
        return { params: { a: 1 } };
      },
    },
    'support',
  );
  expect(await source(reference, call)).toEqual({ a: 1 });
  expect(asked).toMatchObject([{ application_ref: named('support'), ...body }]);
});
