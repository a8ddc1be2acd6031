import { expect, test } from 'vitest';
import { tempProject } from '../../helpers/temp-project.ts';
import { Refused } from '../../helpers/other-services/json-service.ts';
import { crash } from '../../helpers/other-services/public-answers.ts';
import { deploy, newestOf, parametersOf, revise, runningIn } from '../../helpers/other-services/public-state.ts';
import { startPublicWorld as start } from '../../helpers/other-services/public-world.ts';

test.each([
  ['env deploy production --variant app.n --gate gate.json --evaluation E', 'gates on deployments'],
  ['env deploy production --variant app.n --evaluation E', 'gates on deployments'],
  ['env deploy production --variant app.n --message hello', 'messages on deployments'],
  ['env deploy production --variant app.n@1', 'deployments of an older revision than the newest, app.n@3'],
  ['env rollback production', 'a history of production that can be read'],
  ['env rollback production --message hello', 'messages on rollbacks'],
  ['env protect production --gate gate.json', 'protected environments'],
  ['env vars set A=b', 'variables'],
  ['env vars unset A --yes', 'variables'],
  ['keys create ci --role viewer', 'keys with a role'],
])('wf %s is refused before anything is written', async (line, what) => {
  await using world = await start();
  const run = await world.wf(line);
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain(`Error: This service lacks ${what}`);
  expect(world.writes()).toEqual([]);
  expect(runningIn(world.state, 'production')).toBeNull();
});

test('--unset removes one key and keeps the others', async () => {
  await using world = await start();
  await using home = await tempProject({ 'wf/note.txt': '' });
  const env = { HOME: home.root, XDG_CONFIG_HOME: home.root, WF_BASE_URL: world.service.url };
  const run = await world.wf('variants update app.n --unset a --json', { env });
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

test('the field of a route is refused by --set, and taken as a file has it', async () => {
  await using world = await start();
  const refused = await world.wf('variants update app.n --set /summary:b=5');
  expect(refused).toMatchObject({ stdout: '', exitCode: 2 });
  expect(refused.stderr).toContain("lacks schemas of this variant's routes, so it cannot check --set /summary:b.");
  expect(parametersOf(world.state, 'app.n')).toEqual({ a: 1, b: 2, c: 3 });
  await world.wf('variants update app.n --params -', { stdin: '{"/summary":{"b":5,"a":6}}' });
  expect(parametersOf(world.state, 'app.n')).toEqual({ a: 1, b: 2, c: 3, '/summary': { b: 5, a: 6 } });
  expect((await world.wf('variants show app.n')).stdout).toMatch(/^\/summary:b +5$/m);
  await world.wf('variants update app.n --unset /summary:b');
  expect(parametersOf(world.state, 'app.n')).toEqual({ a: 1, b: 2, c: 3, '/summary': { a: 6 } });
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

test('a service that does not store a change is not a success', async () => {
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

test('a deployment that the service ignores is not a success', async () => {
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
        if (environment !== undefined) deploy(environment, variant);
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

test('somebody else who writes at the same time is distinguished from a service that stores something else', async () => {
  let isFirst = true;
  await using world = await start({
    instead: (state) => ({
      'PUT /variants/{variant_id}/parameters': ({ at, body }) => {
        const variant = state.variants.find(({ id }) => id === at('variant_id')) ?? crash();
        // Somebody else's change arrives first, once.
        if (isFirst) revise(variant, { a: 1, b: 2, c: 9 });
        isFirst = false;
        revise(variant, { ...newestOf(variant).parameters, ...(body['parameters'] as object) });
        return null;
      },
    }),
  });
  const run = await world.wf('variants update app.n --set b=5');
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('to revision 5.') });
  expect(run.stderr).toBe(
    'Warning: Somebody else changed app.n at the same time, and this change won, as revision 5. The history has theirs: wf variants revisions app.n\n',
  );
});

test('the configuration that an environment runs is read by reference where revisions have no ids', async () => {
  await using world = await start({
    instead: (state) => ({
      'GET /variants/{variant_id}/revisions': ({ at }) =>
        (state.variants.find(({ id }) => id === at('variant_id')) ?? crash()).revisions.map(
          ({ revision, parameters }) => ({
            revision,
            modified_by: 'agenta',
            config: { config_name: 'n', parameters },
            created_at: '2025-01-08 10:09:16.123456+00:00',
          }),
        ),
    }),
  });
  const [production] = world.state.environments.filter(({ name }) => name === 'production');
  if (production !== undefined) deploy(production, world.variant);
  const run = await world.wf('variants diff production app.n@2');
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('production (app.n@3) → app.n@2') });
  expect(run.stdout).toMatch(/c +3 +-/);
});

test('an environment is rolled back by moving its pointer, or by a deployment', async () => {
  await using world = await start({ isHistoryBroken: false });
  const [production] = world.state.environments.filter(({ name }) => name === 'production');
  const [first] = world.state.variants;
  if (production === undefined || first === undefined) throw new Error('The service starts with both.');
  deploy(production, world.variant);
  revise(world.variant, { a: 1, b: 2, c: 4 });
  deploy(production, world.variant);
  const back = await world.wf('env rollback production');
  expect(back).toMatchObject({
    stderr: '',
    exitCode: 0,
    stdout: expect.stringContaining('Rolled back production: 4 → 3 (app.n@3).'),
  });
  expect([runningIn(world.state, 'production'), production.deployed.length]).toEqual(['app.n@3', 2]);
  deploy(production, first);
  const other = await world.wf('env rollback production --to 3');
  expect(other).toMatchObject({
    stdout: '',
    exitCode: 2,
    stderr: expect.stringContaining('an older revision of another variant'),
  });
  const newest = await world.wf('env rollback production');
  expect(newest).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Rolled back production: 1 → 4 (app.n@4).'),
  });
  expect([runningIn(world.state, 'production'), production.deployed.length]).toEqual(['app.n@4', 4]);
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
  ['variants show 019443a5-0000-7b3c-9a56-8f2e2c1d0a11@2', 3, 'No variant is called'],
  ['variants list --app 019443a5-0000-7b3c-9a56-8f2e2c1d0a11', 3, 'No app is called'],
  ['eval list --app 019443a5-0000-7b3c-9a56-8f2e2c1d0a11', 3, 'No app is called'],
  ['human-eval list --app 019443a5-0000-7b3c-9a56-8f2e2c1d0a11', 3, 'No app is called'],
  ['eval show 019443a5-0000-7b3c-9a56-8f2e2c1d0a11', 3, 'Evaluation with id'],
  ['variants create x --base 019443a5-0000-7b3c-9a56-8f2e2c1d0a11', 3, 'No base is called'],
  ['apps create support', 5, 'App with the same name already exists'],
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
  expect((await world.wf('whoami')).stdout).toContain('another service, FastAPI 0.1.0, without the extensions of wf');
  expect(JSON.parse((await world.wf('whoami --json')).stdout)).toMatchObject({
    username: 'agenta',
    service: 'other',
    release: 'FastAPI 0.1.0',
    extensions: { known: expect.any(Number), lacking: expect.arrayContaining(['GET /audit-log']) },
  });
  expect((await world.wf('doctor')).stdout).toContain(
    'It is another service, FastAPI 0.1.0, without the extensions of wf.',
  );
});

test('deleting is confirmed by null', async () => {
  await using world = await start();
  expect(await world.wf('variants delete app.n --yes')).toMatchObject({ exitCode: 0 });
  expect(parametersOf(world.state, 'app.n')).toBeNull();
  expect(await world.wf('apps delete support --yes')).toMatchObject({ exitCode: 0 });
  expect(world.state.apps).toEqual([]);
});
