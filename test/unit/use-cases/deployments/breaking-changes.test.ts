import { describe, expect, test } from 'vitest';
import type { Compatibility, ParameterBreak } from '../../../../src/contract/deployments/deployment.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { findRefusal, findSharing } from '../../../../src/use-cases/deployments/deploy-target.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const BREAK: ParameterBreak = {
  severity: 'breaking',
  environment: 'production',
  variant_id: 'v-1',
  variant_name: 'support',
  revision: 7,
  route: '/',
  field: 'model',
  value: 'small',
  keyword: 'enum',
  before: ['small'],
  after: ['large'],
  message: 'production runs support@7: model = "small" is no longer a choice',
  suggestions: ['default:model'],
};

describe('a deployment that breaks stored values', () => {
  test.each<[string, Partial<ParameterBreak>, boolean, boolean]>([
    ['a break', { severity: 'breaking' }, false, true],
    ['an accepted break', { severity: 'breaking' }, true, false],
    ['what would fail at once', { severity: 'fatal' }, false, true],
    ['what would fail at once, accepted', { severity: 'fatal' }, true, true],
    ['what was broken before', { severity: 'known' }, false, false],
    ['what nothing runs', { severity: 'idle' }, false, false],
  ])('%s is rejected or accepted', (_, one, isAccepted, isRefused) => {
    expect(findRefusal(given([one]), isAccepted) !== null).toBe(isRefused);
  });

  test('the error lists every break, and one migration per field', () => {
    const refusal = findRefusal(
      given([
        { field: 'model', message: 'a', suggestions: ['rename:model=llm', 'drop:model'] },
        { field: 'model', environment: 'staging', message: 'b', suggestions: ['rename:model=llm'] },
        { field: 'tone', message: 'c', suggestions: ["map:tone:it's=so so"] },
      ]),
      false,
    );
    expect(refusal).toMatchObject({
      code: 'WF_BREAKING_CHANGE',
      exitCode: 5,
      message: 'The new code rejects 3 stored values:\n  a\n  b\n  c',
      nextSteps: [
        `Add --migrate rename:model=llm --migrate 'map:tone:it'\\''s=so so'`,
        'Add --accept-breaking: the environment keeps its old code until wf env deploy',
      ],
    });
  });

  test('the error suggests neither impossible migrations nor accepting fatal breaks', () => {
    const refusal = findRefusal(given([{ severity: 'fatal', suggestions: [] }]), false);
    expect(refusal?.nextSteps).toEqual([]);
  });

  test('only the first of many breaks are listed', () => {
    const refusal = findRefusal(
      given(Array.from({ length: 12 }, (_, index) => ({ message: `break ${index}` }))),
      false,
    );
    expect(refusal?.message.split('\n').slice(-2)).toEqual(['  break 9', '  and 2 more']);
  });

  function given(breaks: readonly Partial<ParameterBreak>[]): Compatibility {
    const all = breaks.map((one) => ({ ...BREAK, ...one }));
    return { is_breaking: true, breaks: all, migrated: [], unused_migrations: [] };
  }
});

describe('a field that routes share', () => {
  const route = (path: string, type: string): RouteSchema => ({
    path,
    name: path.slice(1),
    config: { type: 'object', properties: { x: { type } } },
    input: null,
    output: null,
    defaults: {},
  });

  const shared = [route('/a', 'string'), route('/b', 'string')];

  const split = [route('/a', 'string'), route('/b', 'number')];

  const variant = (variant_name: string, parameters: object | null, base_name = 'main') =>
    ({ variant_name, revision: 3, base_name, parameters }) as never;

  function world() {
    return fakeClient({
      listAppVariants: async () => [
        variant('for all', { x: 'v' }),
        variant('for one', { '/a': { x: 'v' } }),
        variant('for another field', { y: 'v', '/a': { z: 'v' } }),
        variant('for nothing', null),
        variant('of another base', { x: 'v' }, 'other'),
      ],
    });
  }

  test.each([
    ['split', shared, split, 'for all@3'],
    ['joined', split, shared, 'for one@3'],
  ])('a field that is %s is stored by variants with a value of the other kind', async (kind, before, after, stored) => {
    const { client } = world();
    expect(await findSharing(client, { appId: 'a-1', base: 'main', before, after })).toEqual([
      { field: 'x', kind, routes: ['/a', '/b'], stored_by: [stored] },
    ]);
  });

  test('nothing is shared otherwise where nothing changes, or before the first deploy', async () => {
    const { client } = world();
    expect(await findSharing(client, { appId: 'a-1', base: 'main', before: shared, after: shared })).toEqual([]);
    expect(await findSharing(client, { appId: null, base: 'main', before: shared, after: split })).toEqual([]);
  });
});
