import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_FILES } from '../../../commands/index.ts';
import { createHuman } from '../../helpers/human-world.ts';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld, seen, type OwnWorld } from '../../helpers/open-world.ts';
import { addRoutes, GATE, GOOD } from '../../helpers/promote.ts';
import { commandOf } from '../../helpers/run-line.ts';
import { runWithService } from '../../helpers/run-with-service.ts';
import { tempProject, type TempProject } from '../../helpers/temp-project.ts';

/** Lines of every command that takes the name of an evaluation. `$O` is an evaluation of another variant. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  'env deploy': ['production --variant default --gate release.gate.yaml --evaluation default --yes'],
  'eval cancel': ['default --yes'],
  'eval compare': ['default default', 'default@1 default'],
  'eval export': ['default'],
  'eval resume': ['default'],
  'eval rows': ['default'],
  'eval show': ['default', 'default@1'],
  'eval update': ['default --label team=search'],
  'eval watch': ['default'],
};

/** These take a name as what an evaluation is compared with, which says the route and the test set. */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  'eval compare': ['$O default', 'default $O', 'default@1 $O'],
  'eval export': ['$O --format html --baseline default'],
  'eval show': ['$O --gate worse.gate.yaml --baseline default'],
  'env deploy': ['production --variant other --gate worse.gate.yaml --evaluation $O --baseline default --yes'],
};

/** It takes no name of a variant, which may have several evaluations. */
const BY_ID = ['eval delete'];

/** What their `--baseline` and `--failed-of` are compared with does not exist yet: tests of gates and subsets run them. */
const OF_NEW = ['eval plan', 'eval run'];

let world: OwnWorld;
let project: TempProject;
const ids = { classified: '', drafted: '', other: '' };

beforeAll(async () => {
  world = await openWorld();
  project = await tempProject({
    'release.gate.yaml': GATE.content,
    'worse.gate.yaml': 'rules: [{ metric: exact_match, not_worse_by: 0.9 }]\n',
  });
  await addRoutes(world);
  const variantId = await world.makeVariant();
  const judge = async (variant: string, route: string) =>
    await makeJudgedEvaluation(world, { variantId: variant, verdicts: GOOD, route });
  ids.drafted = await judge(world.variantId, '/draft');
  ids.classified = await judge(world.variantId, '/classify');
  ids.other = await judge(variantId, '/draft');
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const OTHER = 'name-1';

async function run(id: string, line: string) {
  const words = line.replaceAll('$O', ids.other).replace('--variant other', `--variant ${OTHER}`).split(' ');
  return await runWithService(world, await commandOf(id), [...words, '--app', 'support'], { cwd: project.root });
}

const table = (lines: typeof LINES) =>
  Object.entries(lines).flatMap(([id, all]) => all.map((line) => [id, line] as const));

test('every command that takes the name of an evaluation is tested', async () => {
  const found: string[] = [];
  for (const id of Object.keys(COMMAND_FILES)) {
    const { args = {}, flags = {} } = (await commandOf(id)) as { args?: object; flags?: object };
    const named = [...Object.values(args), ...Object.values(flags)] as { readonly names?: string }[]; // as oclif has them
    if (named.some(({ names }) => names === 'evaluation')) found.push(id);
  }
  const tested = new Set([...Object.keys(LINES), ...Object.keys(COMPARED), ...BY_ID, ...OF_NEW]);
  expect(found.toSorted()).toEqual([...tested].toSorted());
});

describe.each(table(LINES))('wf %s %s', (id, line) => {
  test('lists the newest evaluation of each route, with its time and revision', async () => {
    const { exitCode, stderr } = await run(id, line);
    const [created] = [await world.call('getEvaluation', { evaluation_id: ids.drafted })].map(
      (each) => each.created_at,
    );
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('has evaluations of several routes. The newest of each: '),
    ]);
    expect(stderr).toContain(`${ids.drafted} of ${created}, default@1 at /draft on questions-10@1`);
    expect(stderr).toContain(`${ids.classified} of `);
    expect(stderr).toContain('Try: Add --route /draft');
  });

  test('takes the evaluation of --route', async () => {
    const { stderr } = await run(id, `${line} --route /draft`);
    expect(stderr).not.toContain('several routes');
    expect(stderr).not.toContain(ids.classified);
  });

  test('finds none of a route that none called', async () => {
    expect(await run(id, `${line} --route /`)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/No evaluation of "default(@1)?" called the route \/\. They called: /),
    });
  });
});

test.each(table(COMPARED))('wf %s %s takes the evaluation of the same route and test set', async (id, line) => {
  const { stderr, exitCode } = await run(id, line);
  expect([exitCode, stderr]).not.toEqual([2, expect.anything()]);
  expect(stderr).not.toContain('several routes');
});

test('wf human-eval results --against asks which evaluation is meant, and takes that of --route', async () => {
  const [, human] = await createHuman(world);
  const { id } = human as { readonly id: string };
  const line = `${id} --against default:exact_match`;
  const { exitCode, stderr } = await run('human-eval results', line);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('has evaluations of several')]);
  expect(stderr).toContain('Try: Add --route /draft');
  const { stdout } = await run('human-eval results', `${line} --route /draft --json`);
  expect(JSON.parse(stdout)).toMatchObject({ judges: [{ against: [`${ids.drafted}:exact_match`] }] });
  expect(await run('human-eval results', `${line} --route /`)).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('No evaluation of "default" called the route /.'),
  });
});

test('evaluations of different routes are not compared', async () => {
  const { exitCode, stderr } = await run('eval compare', `${ids.classified} ${ids.drafted}`);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('it called the route /draft, the baseline /classify'),
  ]);
  const path = `/evaluations/${ids.drafted}/comparison?baseline_id=${ids.classified}`;
  expect(await seen(await world.running.send('GET', path))).toMatchObject([422, {}]);
});

test('a name of a deleted test set that another one has lists the evaluations of that one', async () => {
  await using own = await openWorld();
  const make = async () => {
    const csvdata = [{ text: 'a', correct_answer: 'b' }];
    const testset = await own.call('createTestset', { body: { name: 'reused', csvdata } });
    return [testset.id, await own.makeEvaluation(testset.id)] as const;
  };
  const [old, first] = await make();
  expect((await own.running.send('DELETE', '/testsets', { body: { testset_ids: [old] } })).status).toBeLessThan(300);
  const list = async (testset: string) =>
    (await own.call('listEvaluations', { app_id: own.appId, testset })).map(({ id }) => id);
  expect(await list('reused')).toEqual([first]);
  const [current, second] = await make();
  expect([await list('reused'), await list(current), await list(old)]).toEqual([[second], [second], [first]]);
});

test('wf eval run --failed-of NAME means the evaluation of the test set that is run, by name or file', async () => {
  await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: [true, false], route: '/draft' });
  const exported = ['questions-2', '--output', 'questions-2.jsonl'];
  await runWithService(world, await commandOf('testsets export'), exported, { cwd: project.root });
  const asked = '--route /draft --variants default --evaluators exact_match --failed-of default --json --testset';
  for (const testset of ['questions-2', 'questions-2@1', 'questions-2.jsonl']) {
    const { exitCode, stdout, stderr } = await run('eval plan', `${asked} ${testset}`);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject([{ rows: 1 }]);
  }
  expect((await run('eval rows', 'default --route /draft')).stderr).toContain('several test sets');
});
