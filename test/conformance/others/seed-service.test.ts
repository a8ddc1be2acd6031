import { expect, test } from 'vitest';
import { startSeedService } from '../../helpers/other-services/seed-service.ts';
import { runAgainst } from '../../helpers/other-services/run-against.ts';

const TERMINAL = { terminal: { columns: 100, rows: 30 } };

async function start() {
  const service = await startSeedService();
  return { service, wf: runAgainst(service.url), [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test('variants are listed', async () => {
  await using world = await start();
  const json = await world.wf('variants list --app app-1 --json');
  expect(json).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(json.stdout)).toEqual(world.service.variants);
  expect((await world.wf(['variants', 'list', '--app', 'app-1', '--jq', '.[].variant_name'])).stdout).toBe('default\n');
  expect((await world.wf('variants list --app app-1')).stdout).toContain('default');
  expect((await world.wf('variants list --app app-1', TERMINAL)).stdout).toContain('default');
});

test('a variant is created from a base, by its id, its name, or as the only one', async () => {
  await using world = await start();
  const run = await world.wf('variants create tuned --app app-1 --base base-1 --set words=3');
  expect(run).toMatchObject({ stderr: '', exitCode: 0, stdout: expect.stringContaining('Created variant tuned') });
  expect(world.service.variants.at(-1)).toMatchObject({ variant_name: 'tuned', parameters: { words: 3 } });
  await world.wf('variants create named --app app-1 --base main');
  await world.wf('variants create only --app app-1');
  expect(world.service.variants.map(({ variant_name }) => variant_name)).toEqual(['default', 'tuned', 'named', 'only']);
});

test('a base that no variant uses is sent as it is', async () => {
  await using world = await start();
  const run = await world.wf('variants create x --app app-1 --base nope');
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('There is no base nope') });
  expect(world.service.variants).toHaveLength(1);
});

test('a variant is created from another one', async () => {
  await using world = await start();
  const run = await world.wf('variants create copy --app app-1 --from default --set words=9 --json');
  expect(run).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(run.stdout)).toMatchObject({ variant_name: 'copy', parameters: { words: 9, tone: 'plain' } });
  expect(world.service.variants.at(-1)).toEqual(JSON.parse(run.stdout));
  const taken = await world.wf('variants create copy --app app-1 --from default');
  expect(taken).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('already has a configuration "copy"') });
});

test('the revisions of an environment are listed, and what is missing is said', async () => {
  await using world = await start();
  const json = await world.wf('env revisions production --app app-1 --json');
  expect(json).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(json.stdout)).toMatchObject({ name: 'production', revisions: [{ id: 'deployment-1' }] });
  const lacking = 'The service lacks the names of some revisions of variants, so only their ids are shown.';
  for (const options of [{}, TERMINAL]) {
    const run = await world.wf('env revisions production --app app-1', options);
    expect(run).toMatchObject({ stderr: '', exitCode: 0 });
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(lacking);
  }
  const unknown = await world.wf('env revisions prod --app app-1');
  expect(unknown).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('There is no environment prod') });
});

test('an evaluation is shown, and what is missing is said', async () => {
  await using world = await start();
  const json = await world.wf('eval show evaluation-1 --app app-1 --json');
  expect(json).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(json.stdout)).toMatchObject({
    id: 'evaluation-1',
    aggregated_results: [{ result: { value: 0.75 } }],
    summary: null,
    lacking: ['the rows of evaluations, so there is no summary'],
  });
  for (const options of [{}, TERMINAL]) {
    const run = await world.wf('eval show evaluation-1 --app app-1', options);
    expect(run).toMatchObject({ stderr: '', exitCode: 0 });
    expect(run.stdout).toContain('0.75');
    expect(run.stdout).toContain('The service lacks the rows of evaluations, so there is no summary.');
  }
  const unknown = await world.wf('eval show nope --app app-1');
  expect(unknown).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('There is no evaluation nope') });
});

test('human evaluations are listed', async () => {
  await using world = await start();
  const json = await world.wf('human-eval list --app app-1 --json');
  expect(JSON.parse(json.stdout)).toMatchObject([{ id: 'human-1', testset_name: 'cases' }]);
  for (const options of [{}, TERMINAL]) {
    expect((await world.wf('human-eval list --app app-1', options)).stdout).toContain('human-1');
  }
});

test('an app must be named', async () => {
  await using world = await start();
  const run = await world.wf('variants list');
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toBe('Error: This service does not list apps, and none was named.\n  Try: Add --app ID\n');
});

test.each([
  'variants update default --app app-1 --set words=1',
  'variants update default --app app-1 --set /summary:words=1',
  'variants delete default --app app-1 --yes',
  'env deploy production --app app-1 --variant default',
  'env rollback production --app app-1 --to 1',
  'testsets list',
  'eval list --app app-1',
  'logs --app app-1',
  'whoami',
])('wf %s is refused, and nothing is written', async (line) => {
  await using world = await start();
  const run = await world.wf(line);
  expect(run.stdout).toBe('');
  expect([2, 3]).toContain(run.exitCode);
  expect(run.stderr).toMatch(/^Error: (This service lacks|http:\S+ has no) /);
  expect(world.service.variants).toHaveLength(1);
});

test('once something was answered, the base URL is not suspected', async () => {
  await using world = await start();
  const run = await world.wf('variants update default --app app-1 --set words=1');
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.not.stringContaining('base URL') });
  expect(run.stderr).toContain('has no PUT /variants/variant-default/parameters.');
});

test('wf doctor warns that it is another service', async () => {
  await using world = await start();
  const { stdout, exitCode } = await world.wf('doctor');
  expect([exitCode, stdout.replaceAll(/\s+/g, ' ')]).toEqual([0, expect.stringContaining('It has no GET /health')]);
});
