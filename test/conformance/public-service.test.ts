import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Refused } from '../helpers/other-services/json-service.ts';
import { addVariant, crash, startPublicService } from '../helpers/other-services/public-service.ts';
import { newestOf, parametersOf, revise, runningIn } from '../helpers/other-services/public-state.ts';
import { runAgainst } from '../helpers/other-services/run-against.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Starts the service with the variant `app.n`, whose three revisions are `{a}`, `{a, b}` and `{a, b, c}`. */
async function start(options: Parameters<typeof startPublicService>[0] = {}) {
  const service = await startPublicService(options);
  const { state, appId, url } = service;
  const variant = addVariant(state, { appId, configName: 'n', parameters: { a: 1 } });
  revise(variant, { a: 1, b: 2 });
  revise(variant, { a: 1, b: 2, c: 3 });
  const folder = await tempFolder();
  await writeFile(folder.path('gate.json'), '{"rules": [{"metric": "exact_match", "minimum": 0.8}]}');
  await writeFile(folder.path('cases.csv'), 'question,correct_answer\na,b\nc,d\n');
  const wf = runAgainst(url, { cwd: folder.root });
  const writes = () => service.asked.filter((one) => !/^(GET|HEAD) /.test(one));
  const dispose = async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { service, state, variant, wf, writes, folder, [Symbol.asyncDispose]: dispose };
}

test.each([
  ['env deploy production --variant app.n --gate gate.json --evaluation E', 'gates on deployments'],
  ['env deploy production --variant app.n --evaluation E', 'gates on deployments'],
  ['env deploy production --variant app.n --message hello', 'messages on deployments'],
  ['env deploy production --variant app.n@1', 'deployments of an older revision than the newest, app.n@3'],
  ['env rollback production', 'rollbacks of environments'],
  ['env protect production --gate gate.json', 'protected environments'],
  ['env vars set A=b', 'variables'],
  ['env vars unset A --yes', 'variables'],
  ['keys create ci --role viewer', 'keys with a role'],
])('wf %s is refused before anything is written', async (line, what) => {
  await using world = await start();
  const run = await world.wf(line);
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain(`Error: This service lacks ${what}, an extension of wf.`);
  expect(world.writes()).toEqual([]);
  expect(runningIn(world.state, 'production')).toBeNull();
});

test('--unset removes one key and keeps the others', async () => {
  await using world = await start();
  const run = await world.wf('variants update app.n --unset a --json');
  expect(run).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(run.stdout)).toMatchObject({ parameters: { b: 2, c: 3 }, revision: 5 });
  expect(parametersOf(world.state, 'app.n')).toEqual({ b: 2, c: 3 });
});

test('--set and --unset together, and the removal of the last keys', async () => {
  await using world = await start();
  await world.wf('variants update app.n --set d=4 --unset a --unset b');
  expect(parametersOf(world.state, 'app.n')).toEqual({ c: 3, d: 4 });
  await world.wf('variants update app.n --unset c --unset d');
  expect(parametersOf(world.state, 'app.n')).toEqual({});
});

test('--set alone makes one revision', async () => {
  await using world = await start();
  const run = await world.wf('variants update app.n --set b=5');
  expect(run.stdout).toContain('Updated variant app.n');
  expect([parametersOf(world.state, 'app.n'), newestOf(world.variant).revision]).toEqual([{ a: 1, b: 5, c: 3 }, 4]);
});

test('a revert restores exactly the old parameters', async () => {
  await using world = await start();
  const run = await world.wf('variants revert app.n --to 1');
  expect(run.stdout).toContain('Reverted app.n to the parameters of revision 1, as revision 5.');
  expect(parametersOf(world.state, 'app.n')).toEqual({ a: 1 });
});

test('a service that does not store a change is no success', async () => {
  await using world = await start({ instead: () => ({ 'PUT /variants/{variant_id}/parameters': () => null }) });
  const run = await world.wf('variants update app.n --set b=5');
  expect(run).toMatchObject({ stdout: '', exitCode: 5 });
  expect(run.stderr).toContain('app.n does not have the parameters that were written');
});

test('if the second of two writes fails, the message says where the old parameters are', async () => {
  await using world = await start({
    instead: (state) => ({
      'PUT /variants/{variant_id}/parameters': ({ at, body }) => {
        const variant = state.variants.find(({ id }) => id === at('variant_id')) ?? crash();
        if (Object.keys(body['parameters'] as object).length > 0) throw new Refused(403, { detail: 'No' });
        revise(variant, {});
        return null;
      },
    }),
  });
  const run = await world.wf('variants update app.n --unset a');
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toContain('Revision 3 has the old ones.\n  Try: wf variants revert app.n --to 3');
});

test('a change that cannot be read back is a success with a warning', async () => {
  let reads = 0;
  await using world = await start({
    instead: () => ({ 'GET /variants/{variant_id}': () => ((reads += 1), crash()) }),
  });
  const run = await world.wf('variants update app.n --set b=5 --json');
  expect(reads).toBeGreaterThan(0);
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toMatch(/^Warning: The change was made, but reading it back failed/);
  expect(JSON.parse(run.stdout)).toMatchObject({
    parameters: { a: 1, b: 5, c: 3 },
    warning: expect.stringMatching(/reading it back failed/),
  });
});

test.each([true, false])(
  'the newest revision is deployed once, where the history is broken: %s',
  async (isHistoryBroken) => {
    await using world = await start({ isHistoryBroken });
    const run = await world.wf('env deploy production --variant app.n@3');
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Deployed app.n@3 to production.') });
    expect(run.stderr).toBe(
      isHistoryBroken ? 'Warning: The history of production cannot be read, so `revisions` is empty.\n' : '',
    );
    expect(runningIn(world.state, 'production')).toBe('app.n@3');
    const again = await world.wf('env deploy production --variant app.n');
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('production already runs app.n@3.') });
    expect(world.writes()).toEqual(['POST /environments/deploy']);
  },
);

test('a deployment that the service ignores is no success', async () => {
  await using world = await start({ instead: () => ({ 'POST /environments/deploy': () => null }) });
  const run = await world.wf('env deploy production --variant app.n');
  expect(run).toMatchObject({ stdout: '', exitCode: 5 });
  expect(run.stderr).toContain('production does not run what was deployed, app.n');
});

test('a deployment whose environment cannot be read at all is a success with a warning', async () => {
  let isDeployed = false;
  await using world = await start({
    instead: (state) => ({
      'POST /environments/deploy': ({ body }) => {
        isDeployed = true;
        const [environment] = state.environments.filter(({ name }) => name === body['environment_name']);
        const variant = state.variants.find(({ id }) => id === body['variant_id']) ?? crash();
        environment?.deployed.push({ id: 'd', variantId: variant.id, revisionId: newestOf(variant).id });
        return null;
      },
      'GET /apps/{app_id}/environments': ({ at }) =>
        isDeployed
          ? crash()
          : state.environments.map(({ name }) => ({
              name,
              app_id: at('app_id'),
              project_id: 'p',
              deployed_app_variant_id: null,
              deployed_variant_name: null,
              deployed_app_variant_revision_id: 'None',
              revision: null,
            })),
    }),
  });
  const run = await world.wf('env deploy production --variant app.n --json');
  expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^Warning: The change was made/) });
  expect(JSON.parse(run.stdout)).toMatchObject({ deployed_variant_name: 'app.n', warning: expect.any(String) });
  expect(runningIn(world.state, 'production')).toBe('app.n@3');
});

test('a variant gets the name that the service gives it', async () => {
  await using world = await start();
  const run = await world.wf('variants create formal --set words=3');
  expect(run).toMatchObject({ exitCode: 0, stderr: 'Warning: The service calls it app.formal, not formal.\n' });
  expect(run.stdout).toContain('Created variant app.formal');
  expect(parametersOf(world.state, 'app.formal')).toEqual({ words: 3 });
  const again = await world.wf('variants create formal');
  expect(again).toMatchObject({ stdout: '', exitCode: 5 });
  expect(again.stderr).toContain('The base already has a configuration "formal": variant app.formal');
});

test.each([
  ['variants list --app nope', 3, 'No app is called "nope". Available: support.'],
  ['env revisions nope', 3, 'No environment is called "nope". Available: development, staging, production.'],
  ['variants show 019443a5-0000-7b3c-9a56-8f2e2c1d0a11', 3, 'No variant is called'],
])('wf %s: a failure without a reason is resolved by listing', async (line, exitCode, message) => {
  await using world = await start();
  const run = await world.wf(line);
  expect(run).toMatchObject({ stdout: '', exitCode, stderr: expect.stringContaining(message) });
});

test('a service that was heard is not suspected to have another base URL', async () => {
  await using world = await start();
  const run = await world.wf('evaluators show exact_match');
  expect(run.exitCode).toBe(0);
  const refused = await world.wf('logs');
  expect(refused.stderr).not.toContain('base URL');
});

test('wf whoami and wf doctor tell what kind of service it is', async () => {
  await using world = await start();
  expect((await world.wf('whoami')).stdout).toContain('another service, without the extensions of wf');
  expect(JSON.parse((await world.wf('whoami --json')).stdout)).toMatchObject({ username: 'agenta', service: 'other' });
  expect((await world.wf('doctor')).stdout).toContain('It is another service, without the extensions of wf.');
});

test('deleting is confirmed by null', async () => {
  await using world = await start();
  expect(await world.wf('variants delete app.n --yes')).toMatchObject({ exitCode: 0 });
  expect(parametersOf(world.state, 'app.n')).toBeNull();
  expect(await world.wf('apps delete support --yes')).toMatchObject({ exitCode: 0 });
  expect(world.state.apps).toEqual([]);
});

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
