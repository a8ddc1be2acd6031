import { expect, test } from 'vitest';
import {
  describeBreak,
  type DescribeBreakOptions,
} from '../../../../../src/contract/deployments/compatibility/describe-break.ts';

const BREAK: DescribeBreakOptions = {
  environment: 'production',
  variant_name: 'support',
  revision: 7,
  route: '/',
  field: 'model',
  value: 'gpt-4o',
  keyword: 'enum',
  before: null,
  after: null,
  isDeployed: false,
  wasField: true,
  reason: 'Too odd',
  ownRoute: null,
  hasOwnRoute: false,
  hasOtherRoutes: false,
};

test.each<[Partial<DescribeBreakOptions>, string]>([
  [{}, 'production runs support/v7: model = "gpt-4o" is no longer a choice'],
  [{ wasField: false }, 'production runs support/v7: model = "gpt-4o" is not a choice'],
  [{ isDeployed: true }, 'production would run support/v7: model = "gpt-4o" is no longer a choice'],
  [{ environment: null }, 'support/v7, which no environment runs: model = "gpt-4o" is no longer a choice'],
  [{ hasOtherRoutes: true }, 'production runs support/v7: model of / = "gpt-4o" is no longer a choice'],
  [
    { route: null, hasOtherRoutes: true },
    'production runs support/v7: model = "gpt-4o" is no longer a field of any route',
  ],
  [
    { route: null, ownRoute: '/a', field: '/a:model', hasOwnRoute: true },
    'production runs support/v7: /a:model = "gpt-4o" is no longer a field of /a',
  ],
  [
    { route: null, ownRoute: '/a', field: '/a:model', wasField: false },
    'production runs support/v7: /a:model = "gpt-4o" is stored for a route that the code lacks',
  ],
  [
    { keyword: 'type', before: 'string', after: 'number' },
    'production runs support/v7: model = "gpt-4o" is not of type "number" (was "string")',
  ],
  [{ keyword: 'type', after: 'number' }, 'production runs support/v7: model = "gpt-4o" is not of type "number"'],
  [
    { keyword: 'minimum', value: 1, before: 0, after: 2 },
    'production runs support/v7: model = 1 is less than the minimum 2 (was 0)',
  ],
  [
    { keyword: 'exclusiveMinimum', value: 2, after: 2 },
    'production runs support/v7: model = 2 is not more than the exclusive minimum 2',
  ],
  [{ keyword: 'maximum', value: 3, after: 2 }, 'production runs support/v7: model = 3 is more than the maximum 2'],
  [
    { keyword: 'exclusiveMaximum', value: 2, after: 2 },
    'production runs support/v7: model = 2 is not less than the exclusive maximum 2',
  ],
  [{ keyword: 'pattern' }, 'production runs support/v7: model = "gpt-4o" is rejected: Too odd'],
  [{ keyword: null, value: undefined }, 'production runs support/v7: model = null is rejected: Too odd'],
  [{ value: 'x'.repeat(58) }, `production runs support/v7: model = "${'x'.repeat(58)}" is no longer a choice`],
  [{ value: 'x'.repeat(59) }, `production runs support/v7: model = "${'x'.repeat(59)}… is no longer a choice`],
])('%j is described', (part, text) => {
  expect(describeBreak({ ...BREAK, ...part })).toBe(text);
});
