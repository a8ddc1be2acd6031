import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startPublicWorld as start } from '../../helpers/other-services/public-world.ts';

test('a test set is stored, shown and exported whole, and never replaced', async () => {
  await using world = await start();
  const stored = await world.wf('testsets create cases.csv --json');
  expect(stored).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(stored.stdout)).toMatchObject({ name: 'cases', revision: null, rows: 2, created: true });
  const rows = [
    { question: 'a', correct_answer: 'b' },
    { question: 'c', correct_answer: 'd' },
  ];
  expect(world.state.testsets).toMatchObject([{ name: 'cases', rows }]);
  expect((await world.wf('testsets create cases.csv')).stdout).toMatch(/^Nothing changed: test set cases \(.*\) has/);
  const shown = JSON.parse((await world.wf('testsets show cases --json')).stdout);
  expect(shown).toMatchObject({ name: 'cases', csvdata: rows });
  expect(shown).not.toHaveProperty('revision');
  expect((await world.wf('testsets export cases --format csv')).stdout).toContain('question,correct_answer\na,b\nc,d');
  expect((await world.wf('testsets show cases@1')).stderr).toContain('This service lacks revisions of test sets');
  await writeFile(world.folder.path('other.csv'), 'question,correct_answer\nx,y\n');
  const other = await world.wf('testsets create other.csv --name cases');
  expect(other).toMatchObject({ stdout: '', exitCode: 2, stderr: expect.stringContaining('with other rows') });
  expect(world.state.testsets).toMatchObject([{ name: 'cases', rows }]);
  expect(world.writes()).toEqual(['POST /testsets']);
});

test('an evaluation is started there and followed to its end', async () => {
  await using world = await start();
  const run = await world.wf(
    `eval run --testset ${world.folder.path('cases.csv')} --variants app.n --evaluators exact_match --json`,
  );
  expect(run).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(run.stdout)).toMatchObject([
    { variant_names: ['app.n'], testset_name: 'cases', status: { value: 'EVALUATION_FINISHED' } },
  ]);
  const [stored] = world.state.evaluations;
  expect(Object.keys(stored?.body ?? {}).toSorted()).toEqual(
    ['app_id', 'evaluators_configs', 'lm_providers_keys', 'rate_limit', 'testset_id', 'variant_ids'].toSorted(),
  );
  const shown = await world.wf('eval show app.n --json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: stored?.id, summary: { rows: 2, metrics: expect.any(Array) } });
  expect((await world.wf('eval rows app.n --tsv')).stdout.trimEnd().split('\n')).toHaveLength(3);
  expect((await world.wf(`eval delete ${stored?.id ?? ''} --yes`)).exitCode).toBe(0);
  expect(world.state.evaluations).toEqual([]);
});

test.each([
  ['--variants app.n --evaluators exact_match --repeat 2', 'This service lacks repetitions (--repeat)'],
  ['--variants app.n --evaluators exact_match --max-cost 1', 'This service lacks limits of cost (--max-cost)'],
  ['--variants app.n --evaluators exact_match --route /x', 'This service lacks a choice of the route'],
  ['--variants app.n@1 --evaluators exact_match', 'lacks evaluations of an older revision than the newest, app.n@3'],
  ['--variants app.n --evaluators rouge_l', 'No evaluator of this service is called "rouge_l"'],
])('wf eval run %s is refused before anything is written', async (flags, message) => {
  await using world = await start();
  const run = await world.wf(`eval run --testset ${world.folder.path('cases.csv')} ${flags}`);
  expect(run).toMatchObject({ stdout: '', stderr: expect.stringContaining(message) });
  expect([2, 3]).toContain(run.exitCode);
  expect(world.writes()).toEqual([]);
});

test.each([
  ['human_a_b_testing', 2, { choices: [{ label: 'app.default@1', votes: 1 }, { votes: 0 }, {}, {}] }],
  ['single_model_test', 1, { score: { mean: 80 } }],
])('votes of a %s are read and summarised', async (evaluation_type, count, expected) => {
  await using world = await start();
  const { state } = world;
  await world.wf('testsets create cases.csv');
  const body = {
    app_id: world.service.appId,
    variant_ids: state.variants.slice(0, count).map(({ id }) => id),
    evaluation_type,
    testset_id: state.testsets[0]?.id,
    status: 'EVALUATION_STARTED',
  };
  state.humanEvaluations.push({ id: '019443a5-9999-7b3c-9a56-8f2e2c1d0a11', body });
  const shown = await world.wf('human-eval show 019443a5-9999-7b3c-9a56-8f2e2c1d0a11 --json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ evaluation_type, link: null, lacking: [expect.any(String)] });
  const results = await world.wf('human-eval results 019443a5 --json');
  expect(results).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(results.stdout)).toMatchObject({ rows: 2, voted: 1, voters: [], agreement: null, ...expected });
  const page = (await world.wf('human-eval results 019443a5')).stdout;
  expect(page).toContain('The service lacks the votes of each person');
  expect(page).not.toContain('Nobody has voted yet');
  expect((await world.wf('human-eval delete 019443a5 --yes')).exitCode).toBe(0);
  expect(state.humanEvaluations).toEqual([]);
});
