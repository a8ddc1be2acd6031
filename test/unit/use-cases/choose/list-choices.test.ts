import { expect, test } from 'vitest';
import { addProfile } from '../../../../src/project/profiles.ts';
import { listChoices } from '../../../../src/use-cases/choose/list-choices.ts';
import type { NameKind } from '../../../../src/use-cases/choose/name-kind.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';
import { variantOf } from '../../ui/fixtures.ts';

const THEN = '2026-01-02T03:04:05.000Z';
const APP_ID = '0198a5b4-0000-7000-8000-000000000001';

/** What the service answers, each with the query that asks for it. */
const asked: [name: string, query: unknown][] = [];
const answer = (name: string, records: unknown) => async (query: unknown) => {
  asked.push([name, query]);
  return await Promise.resolve(records);
};

const evaluation = { id: 'e1', variant_names: ['a', 'b'], testset_name: 'cases', created_at: THEN };
const client = {
  listApps: answer('listApps', [{ app_id: APP_ID, app_name: 'support' }]),
  listTestsets: answer('listTestsets', [
    { name: 'cases', rows: 12, updated_at: THEN },
    { name: 'old', rows: null, updated_at: null },
  ]),
  listEvaluators: answer('listEvaluators', [{ key: 'auto_exact_match', name: 'Exact match' }]),
  listKeys: answer('listKeys', [{ name: 'ci', prefix: 'wf_1', role: 'author' }]),
  listAppVariants: answer('listAppVariants', [{ variant_name: 'friendly', revision: 3, updated_at: THEN }]),
  listBases: answer('listBases', [{ base_name: 'main' }]),
  listAppEnvironments: answer('listAppEnvironments', [{ name: 'production' }]),
  listEvaluatorConfigs: answer('listEvaluatorConfigs', [{ name: 'close', evaluator_key: 'auto_similarity' }]),
  listEvaluations: answer('listEvaluations', [{ ...evaluation, status: { value: 'EVALUATION_FINISHED' } }]),
  listHumanEvaluations: answer('listHumanEvaluations', [evaluation]),
  extensions: async () =>
    await Promise.resolve({
      listRoutes: answer('listRoutes', [{ path: '/summary' }]),
      listVariables: answer('listVariables', [{ name: 'MODEL_KEY', updated_at: THEN }]),
    }),
};

const choices = async (kind: NameKind, of: object = client) => {
  asked.length = 0;
  const settings = { app: { value: 'support' }, configDir: '/nowhere' };
  const openSession = async () => await Promise.resolve({ client: of });
  // Only these of a session and of the settings are read.
  return await listChoices(kind, { settings, openSession, given: [] } as never);
};

test.each<[NameKind, unknown]>([
  ['app', [['support']]],
  ['testset', [['cases', '12 rows', THEN], ['old']]],
  ['evaluator', [['exact_match', 'Exact match']]],
  ['key', [['wf_1', 'ci', 'author']]],
  ['variant', [['friendly', 'revision 3', THEN]]],
  ['base', [['main']]],
  ['environment', [['production']]],
  ['stored evaluator', [['close', 'auto_similarity']]],
  ['route', [['/summary']]],
  ['variable', [['MODEL_KEY', THEN]]],
  ['evaluation', [['e1', 'a, b', 'cases', 'EVALUATION_FINISHED', THEN]]],
  ['human evaluation', [['e1', 'a, b', 'cases', THEN]]],
])('names of the kind %s have the facts that tell them apart', async (kind, expected) => {
  const found = await choices(kind);
  expect(found.map(({ value, facts }) => [value, ...facts.map((fact) => fact.value)])).toEqual(expected);
});

test('lists that grow are asked for their newest page, and lists with an archive for what is not in it', async () => {
  await choices('evaluation');
  expect(asked.at(-1)).toEqual(['listEvaluations', { app_id: APP_ID, order: 'desc', limit: 1000 }]);
  await choices('testset');
  expect(asked).toEqual([['listTestsets', { archived: 'false' }]]);
  await choices('variant');
  expect(asked.at(-1)).toEqual(['listAppVariants', { app_id: APP_ID, archived: 'false' }]);
});

test('a status that is no word is left out', async () => {
  const [choice] = await choices('evaluation', {
    ...client,
    listEvaluations: answer('listEvaluations', [{ ...evaluation, status: { value: null } }]),
  });
  expect(choice?.facts.map(({ kind }) => kind)).toEqual(['text', 'text', 'time']);
});

test.each<NameKind>(['route', 'variable'])(
  'a service without extensions has no choices of the kind %s',
  async (kind) => {
    expect(await choices(kind, { ...client, extensions: async () => await Promise.resolve(null) })).toEqual([]);
  },
);

test('profiles and settings are listed without a service', async () => {
  await using folder = await tempFolder();
  await addProfile(folder.root, 'work', {});
  const settings = settingsOf({ configDir: folder.root, app: setting('support') });
  const openSession = () => Promise.reject(new Error('no service'));
  const list = async (kind: NameKind) => await listChoices(kind, { settings, openSession, given: [] });
  expect(await list('profile')).toEqual([
    { value: 'default', facts: [] },
    { value: 'work', facts: [] },
  ]);
  expect(await list('setting')).toContainEqual({ value: 'app', facts: [{ kind: 'text', value: 'support' }] });
});

test('revisions are those of the variant that was typed before', async () => {
  const { client: fake } = fakeClient({
    listAppVariants: async () => [variantOf({ variant_id: 'v-1', variant_name: 'formal' })],
    getVariant: async () => variantOf({ variant_id: 'v-1', variant_name: 'formal' }),
    listVariantRevisions: async () => [{ id: 'r-2', revision: 2, modified_by: 'ana', created_at: THEN }] as never,
  });
  const settings = settingsOf({ app: setting(APP_ID) });
  const openSession = async () => ({ client: fake }) as never;
  expect(await listChoices('revision', { settings, openSession, given: ['formal'] })).toEqual([
    {
      value: '2',
      facts: [
        { kind: 'text', value: 'ana' },
        { kind: 'time', value: THEN },
      ],
    },
  ]);
});
