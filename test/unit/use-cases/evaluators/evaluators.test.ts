import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { isStoredAs } from '../../../../src/contract/evaluators/stored-name.ts';
import { createStoredEvaluator } from '../../../../src/use-cases/evaluators/create-stored-evaluator.ts';
import { planConfigs, storeConfigs } from '../../../../src/use-cases/evaluators/plan-configs.ts';
import { findEvaluator } from '../../../../src/use-cases/evaluators/resolve-evaluator.ts';
import { resolveStoredEvaluator } from '../../../../src/use-cases/evaluators/resolve-stored-evaluator.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

/** Stores settings of `regex_test`, whose pattern is any text. */
async function create(world: OwnWorld, name: string, assignments: readonly string[]) {
  await using project = await tempProject({ 'pattern.txt': 'from file' });
  const stdin = Readable.from(['from stdin']);
  const input = { client: clientOf(world.running), appId: world.appId, name, evaluator: 'regex_test' };
  return (await createStoredEvaluator({ ...input, assignments, cwd: project.root, stdin })).record;
}

const MATCHING = 'regex_should_match=true';

test.each([
  ['regex_pattern=12', '12'],
  ['regex_pattern=@pattern.txt', 'from file'],
  ['regex_pattern=@-', 'from stdin'],
  ['regex_pattern=@@team', '@team'],
])('the setting %s is the text %j', async (assignment, regex_pattern) => {
  await using world = await openWorld();
  expect(await create(world, 'mine', [assignment, MATCHING])).toMatchObject({
    name: 'mine',
    evaluator_key: 'auto_regex_test',
    settings_values: { regex_pattern, regex_should_match: true },
  });
});

const OTHER = 'Choose another name for its settings.';
const SEPARATORS = 'contains a comma or a colon, which --evaluators uses as separators.';

test.each([
  ['strict', 'WF_CONFLICT', 'There is already a configuration called "strict".', ['wf evaluators delete strict']],
  ['regex_test', 'WF_USAGE', `regex_test is already the name of an evaluator. ${OTHER}`, []],
  ['a,b', 'WF_USAGE', `The name "a,b" ${SEPARATORS}`, []],
  ['a:b', 'WF_USAGE', `The name "a:b" ${SEPARATORS}`, []],
])('the name %s of settings is refused', async (name, code, message, nextSteps) => {
  await using world = await openWorld();
  await create(world, 'strict', ['regex_pattern=^a', MATCHING]);
  await expect(create(world, name, ['regex_pattern=^a', MATCHING])).rejects.toMatchObject({ code, message, nextSteps });
});

test('an evaluator is found by its key with or without auto_, the own one first', () => {
  const all = ['auto_mine', 'auto_exact_match', 'mine'].map((key) => ({ key })) as never;
  const keys = ['exact_match', 'auto_exact_match', 'mine', 'auto_mine'].map((typed) => findEvaluator(all, typed).key);
  expect(keys).toEqual(['auto_exact_match', 'auto_exact_match', 'mine', 'auto_mine']);
  expect(() => findEvaluator(all, 'exact_mach')).toThrow(
    'No evaluator is called "exact_mach". Did you mean exact_match?',
  );
});

test('stored settings are found by name or id, and a name of several is ambiguous', async () => {
  await using world = await openWorld();
  const [first, second] = [
    await create(world, 'close', ['regex_pattern=^a', MATCHING]),
    await create(world, 'far', ['regex_pattern=^b', MATCHING]),
  ];
  const client = clientOf(world.running);
  const find = async (typed: string) => await resolveStoredEvaluator(client, world.appId, typed);
  expect([await find('far'), await find(first.id)]).toMatchObject([{ id: second.id }, { id: first.id }]);
  await expect(find('xyz')).rejects.toMatchObject({ nextSteps: ['wf evaluators list --stored'] });
  const { id } = await client.updateEvaluatorConfig({ evaluator_config_id: second.id, body: { name: 'close' } });
  await expect(find('close')).rejects.toThrow(
    `"close" matches 2 evaluator configurations: close (${first.id}), close (${id}). Use a full id.`,
  );
});

test('the same settings are stored once, under a name that tells them', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  const { id: named } = await create(world, 'named', ['regex_pattern=^a', MATCHING]);
  const stored = await client.listEvaluatorConfigs({ app_id: world.appId });
  const settings = { regex_pattern: '^b', regex_should_match: true };
  const fresh = { key: 'auto_regex_test', settings };
  const specs = [
    { key: 'auto_regex_test', settings: { ...settings, regex_pattern: '^a' } },
    fresh,
    fresh,
    { ...fresh, id: named },
  ];
  const planned = planConfigs({ specs, stored, own: null, rows: 'later' });
  const configs = await storeConfigs(client, world.appId, planned);
  const [same, other, again, byId] = configs.map(({ id }) => id);
  expect([same, again, byId]).toEqual([named, other, named]);
  expect(await client.listEvaluatorConfigs({ app_id: world.appId })).toMatchObject([
    { id: named },
    { id: other, name: 'regex_test:regex_pattern=^b:regex_should_match=true', settings_values: settings },
  ]);
});

// Another service adds the name of the app.
test.each([
  ['close', true],
  ['close (support)', true],
  ['close (support', false],
  ['close support)', false],
  ['closer', false],
  ['very close', false],
  ['close (support (eu))', true],
  ['close (v2) (support)', false],
])('a configuration called %s is close: %s', (name, expected) => {
  expect(isStoredAs(name, 'close')).toBe(expected);
});
