import { expect, test } from 'vitest';
import { addProfile } from '../../../../src/project/profiles.ts';
import { listChoices, type NameKind } from '../../../../src/use-cases/choose/list-choices.ts';
import { clientOf, withoutExtensions } from '../../../helpers/client-of.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

async function list(world: OwnWorld, kind: NameKind, given: readonly string[] = [], isOurs = true) {
  const own = clientOf(world.running);
  const client = isOurs ? own : withoutExtensions(own);
  const session = { client, mode: 'remote' as const, url: world.running.baseUrl, close: async () => undefined };
  const settings = settingsOf({ app: setting('support') });
  const found = await listChoices(kind, { settings, openSession: async () => session, given });
  return found.map(({ value, facts }) => [value, ...facts.map((fact) => fact.value)]);
}

const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

test('each kind of name has the facts that tell its records apart, the newest evaluations first', async () => {
  await using world = await openWorld();
  const human = await world.makeHumanEvaluation();
  const [first, second] = [await world.makeEvaluation(), await world.makeEvaluation()];
  await world.call('setVariable', { app_id: world.appId, variable_name: 'MODEL_KEY', body: { value: 'x' } });
  const expected: Partial<Record<NameKind, unknown>> = {
    app: [['support']],
    base: [['main']],
    environment: [['development'], ['staging'], ['production']],
    route: [['/']],
    variable: [['MODEL_KEY', TIME]],
    variant: [['default', 'revision 1', TIME]],
    testset: [1, 3, 5].map((number) => [`name-${number}`, '2 rows', TIME]),
    'stored evaluator': [2, 4].map((number) => [`name-${number}`, 'auto_exact_match']),
    'human evaluation': [[human, 'default', 'name-1', TIME]],
    evaluation: [
      [second, 'default', 'name-5', 'EVALUATION_INITIALIZED', TIME],
      [first, 'default', 'name-3', 'EVALUATION_INITIALIZED', TIME],
    ],
    key: expect.arrayContaining([[expect.any(String), 'the author', 'author']]),
    evaluator: expect.arrayContaining([['exact_match', 'Exact match']]),
  };
  const found: Partial<Record<NameKind, unknown>> = {};
  // A record's keys are text.
  for (const kind of Object.keys(expected) as NameKind[]) found[kind] = await list(world, kind);
  expect(found).toEqual(expected);
  expect(await list(world, 'revision', ['default'])).toEqual([['1', 'the operator', TIME]]);
});

test('what is archived is not offered, and a service without extensions has no routes and variables', async () => {
  await using world = await openWorld();
  const testset_id = await world.makeTestset();
  const variant_id = await world.makeVariant();
  await world.call('updateTestsetMetadata', { testset_id, body: { archived: true } });
  await world.call('updateVariantMetadata', { variant_id, body: { archived: true } });
  expect(await list(world, 'testset')).toEqual([]);
  expect(await list(world, 'variant')).toEqual([['default', 'revision 1', TIME]]);
  expect(await list(world, 'route', [], false)).toEqual([]);
  expect(await list(world, 'variable', [], false)).toEqual([]);
});

test('profiles and settings are listed without a service', async () => {
  await using folder = await tempFolder();
  await addProfile(folder.root, 'work', {});
  const settings = settingsOf({ configDir: folder.root, app: setting('support') });
  const openSession = () => Promise.reject(new Error('no service'));
  const names = await listChoices('profile', { settings, openSession, given: [] });
  expect(names.map(({ value }) => value)).toEqual(['default', 'work']);
  expect(await listChoices('setting', { settings, openSession, given: [] })).toContainEqual({
    value: 'app',
    facts: [{ kind: 'text', value: 'support' }],
  });
});
