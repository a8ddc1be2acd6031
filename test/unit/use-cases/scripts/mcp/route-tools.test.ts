import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../../src/client/create-client.ts';
import { ROUTE_TOOLS, TRACE_TOOLS } from '../../../../../src/use-cases/scripts/mcp/route-tools.ts';
import { appOf } from '../../../../../src/use-cases/scripts/mcp/tool.ts';
import { WRITE_TOOLS } from '../../../../../src/use-cases/scripts/mcp/write-tools.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';
import { variantOf } from '../../../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const TOOLS = new Map([...TRACE_TOOLS, ...ROUTE_TOOLS, ...WRITE_TOOLS].map((one) => [one.name, one]));

function run(name: string, input: unknown, methods: Partial<ExtendedClient> = {}) {
  const { client, calls } = fakeClient(methods);
  const project = () => Promise.reject(new Error('No project is read.'));
  const context = { client, url: null, app: APP_ID, project, env: {} };
  return { result: (async () => await TOOLS.get(name)?.run(input, context))(), calls };
}

test('the app of a call is the named one, or that of the project', () => {
  const context = { app: 'project' } as Parameters<typeof appOf>[1];
  expect([appOf({ app: 'named' }, context), appOf({}, context)]).toEqual(['named', 'project']);
});

test.each([
  [{}, { size: 20 }],
  [
    { size: 5, page: 2 },
    { size: 5, page: 2 },
  ],
])('of %j, spans are asked for by %j', async (typed, input) => {
  const { result, calls } = run('list_spans', typed, { listSpans: async () => [] as never });
  expect(await result).toEqual([]);
  expect(calls).toEqual([{ name: 'listSpans', input }]);
});

test.each([[{ route: '/a' }], [{ route: '/a', variant: 'formal', environment: 'production' }]])(
  'a route is called of a variant or an environment, and not of %j',
  async (input) => {
    const { result, calls } = run('run_route', input);
    await expect(result).rejects.toMatchObject({
      code: 'WF_USAGE',
      message: 'Name a variant or an environment to call, and not both.',
    });
    expect(calls).toEqual([]);
  },
);

test('only calls and changes are marked as such', () => {
  expect([...TOOLS.values()].map(({ name, writes }) => [name, writes])).toEqual([
    ['list_spans', false],
    ['run_route', true],
    ['create_variant', true],
    ['update_variant', true],
    ['deploy_to_environment', true],
    ['rollback_environment', true],
  ]);
});

const ENVIRONMENT = { app_id: APP_ID, name: 'production', revision: 4 };

test('a rollback restores the previous revision, or the named one', async () => {
  const methods: Partial<ExtendedClient> = {
    listAppEnvironments: async () => [ENVIRONMENT] as never,
    rollbackEnvironment: async () => ({ ...ENVIRONMENT, revision: 5 }) as never,
  };
  const previous = run('rollback_environment', { environment: 'production' }, methods);
  expect(await previous.result).toEqual({ ...ENVIRONMENT, revision: 5 });
  expect(previous.calls.at(-1)?.input).toMatchObject({ body: { revision: null } });
  const named = run('rollback_environment', { environment: 'production', to: 2 }, methods);
  await named.result;
  expect(named.calls.at(-1)?.input).toMatchObject({ body: { revision: 2 } });
});

test('a deployment answers the environment', async () => {
  const methods: Partial<ExtendedClient> = {
    listAppEnvironments: async () => [ENVIRONMENT] as never,
    listAppVariants: async () => [variantOf({ variant_name: 'formal' })],
    deployToEnvironment: async () => null,
    getEnvironmentRevisions: async () => ({ ...ENVIRONMENT, revisions: [] }) as never,
  };
  const input = { environment: 'production', variant: 'formal' };
  expect(await run('deploy_to_environment', input, methods).result).toEqual({ ...ENVIRONMENT, revisions: [] });
});
