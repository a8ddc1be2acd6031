import { describe, expect, test } from 'vitest';
import { crash, type Release } from '../../helpers/other-services/public-answers.ts';
import { addVariant } from '../../helpers/other-services/public-service.ts';
import {
  deploy,
  parametersOf,
  type PublicState,
  revise,
  runningIn,
  type StoredVariant,
} from '../../helpers/other-services/public-state.ts';
import { startPublicWorld as start } from '../../helpers/other-services/public-world.ts';

const TERMINAL = { terminal: { columns: 160, rows: 40 } };

function environmentOf(state: PublicState, wanted: string) {
  const found = state.environments.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error('Every app has it.');
  return found;
}

/** Puts another base with a configuration `n` next to `app.n`. */
function addOtherBase({ state, variant }: { readonly state: PublicState; readonly variant: StoredVariant }) {
  const of = { ...variant, baseId: 'other', baseName: 'bot' };
  addVariant(state, { appId: variant.appId, of, configName: 'n', parameters: {} });
}

describe.each<Release>(['0.30.0', '0.34.7'])('at release %s', (release) => {
  test.each([
    ['variants show n', /^name +app\.n$/m],
    ['variants show n@2', /^revision +2$/m],
    ['variants diff default n@2', /app\.default@1 → app\.n@2/],
    ['variants revisions n', /"c":3/],
    ['variants update n --set b=5', /Updated variant app\.n/],
    ['variants revert n --to 1', /Reverted app\.n to the parameters of revision 1/],
    ['variants create copy --from n@2', /Created variant app\.copy/],
    ['variants delete n --yes', /Deleted variant app\.n/],
    ['env deploy staging --variant n', /Deployed app\.n@3 to staging\./],
    ['env deploy staging --variant n@3', /Deployed app\.n@3 to staging\./],
    ['eval run --testset cases.csv --variants n --evaluators exact_match', /app\.n/],
    ['human-eval create --testset cases.csv --variants n,default --inputs question', /app\.n/],
  ])('a variant is named by its configuration: wf %s', async (line, says) => {
    await using world = await start({ release });
    expect(await world.wf(line)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(says) });
  });

  test('evaluations are found by the configuration of their variant', async () => {
    await using world = await start({ release });
    await world.wf('eval run --testset cases.csv --variants app.n,default --evaluators exact_match');
    expect((await world.wf('eval show n')).stdout).toMatch(/^variant +app\.n/m);
    const listed = await world.wf('eval list --variant n --jq .[].variant_names[0]');
    expect(listed).toMatchObject({ exitCode: 0, stdout: 'app.n\n' });
  });

  test('a configuration of two bases is refused with the full names, and an exact name still works', async () => {
    await using world = await start({ release });
    addOtherBase(world);
    const run = await world.wf('env deploy staging --variant n');
    expect(run).toMatchObject({ stdout: '', exitCode: 2 });
    expect(run.stderr).toMatch(/"n" matches 2 variants: app\.n \(\S+\), bot\.n \(\S+\)\. Use a full name\./);
    await world.wf('env deploy staging --variant bot.n');
    expect(runningIn(world.state, 'staging')).toBe('bot.n@1');
  });

  test('the name of an environment comes before that of a configuration', async () => {
    await using world = await start({ release });
    const { state, variant } = world;
    addVariant(state, { appId: variant.appId, configName: 'production', parameters: { b: 9 } });
    deploy(environmentOf(state, 'production'), variant);
    expect((await world.wf('variants diff production default')).stdout).toContain('production (app.n@3) → ');
    expect((await world.wf('variants diff variant:production default')).stdout).toContain('app.production@1 → ');
  });

  test('an environment has the revision that was deployed, not the newest of its variant', async () => {
    await using world = await start({ release });
    deploy(environmentOf(world.state, 'production'), world.variant);
    revise(world.variant, { a: 2 });
    const runs = /^production +app\.n@3 +3 /m;
    expect((await world.wf('env list')).stdout).toMatch(runs);
    expect((await world.wf(['env', 'list', '--jq', '.[].revision'])).stdout).toBe('null\nnull\n3\n');
    expect((await world.wf('env show production')).stdout).toMatch(/^runs +app\.n@3\nrevision +3$/m);
    expect((await world.wf('status')).stdout).toContain('app.n@3');
  });

  test('deploying what an environment runs writes nothing', async () => {
    await using world = await start({ release });
    await world.wf('env deploy production --variant n');
    const again = await world.wf('env deploy production --variant app.n');
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('already runs app.n@3.') });
    expect(world.writes().filter((one) => one.endsWith('/environments/deploy'))).toHaveLength(1);
    revise(world.variant, { a: 2 });
    expect((await world.wf('env deploy production --variant n')).stdout).toContain('Deployed app.n@4 to production.');
  });

  test('each entry of a history whose number repeats is restored by the line that the refusal prints', async () => {
    await using world = await start({ release, isHistoryBroken: false });
    const { state, variant } = world;
    const [first] = state.variants;
    const spare = addVariant(state, { appId: variant.appId, configName: 'spare', parameters: {} });
    if (first === undefined) throw new Error('The service starts with one.');
    for (const one of [spare, first, variant]) deploy(environmentOf(state, 'production'), one);
    const refused = await world.wf('env rollback production --to 1');
    expect(refused).toMatchObject({ stdout: '', exitCode: 2 });
    expect(refused.stderr).toContain('production has 2 revisions with the number 1');
    const lines = refused.stderr.match(/wf env rollback .+$/gm) ?? [];
    const restored: unknown[] = [];
    for (const line of lines) {
      expect(await world.wf(line.replace('wf ', ''))).toMatchObject({ exitCode: 0 });
      restored.push(runningIn(state, 'production'));
    }
    expect(restored).toEqual(['app.spare@1', 'app.default@1']);
    const [entry] = environmentOf(state, 'production').deployed;
    await world.wf(`env rollback production --to ${entry?.id.slice(0, 8) ?? ''}`);
    expect(runningIn(state, 'production')).toBe('app.spare@1');
    const drawn = await world.wf('env revisions production', TERMINAL);
    expect(drawn.stdout).toContain(entry?.id.slice(0, 8));
  });

  test('nobody claims defaults of code that the service does not know', async () => {
    await using world = await start({ release });
    await world.wf('variants update n --unset a --set d=4');
    const { stdout } = await world.wf('variants revisions n', TERMINAL);
    expect(stdout).toMatch(/d set to 4.*\n.*removed/);
    expect(stdout).not.toContain('default');
    await world.wf('variants update n --unset b --unset c --unset d');
    expect(parametersOf(world.state, 'app.n')).toEqual({});
    expect((await world.wf('variants show n', TERMINAL)).stdout).toContain('Nothing is set.');
  });
});

test('a service that does not say what an environment ran shows -, and is deployed to again with a warning', async () => {
  await using world = await start({
    release: '0.30.0',
    instead: () => ({ 'POST /variants/configs/fetch': () => crash('0.30.0', 'An unexpected error occurred') }),
  });
  deploy(environmentOf(world.state, 'production'), world.variant);
  expect((await world.wf('env list')).stdout).toMatch(/^production +app\.n +- /m);
  const run = await world.wf('env deploy production --variant n');
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Deployed app.n@3 to production.') });
  expect(run.stderr).toContain('The service does not say which revision of app.n production ran');
});
