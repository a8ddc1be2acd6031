import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { makeStoryProject } from './story-project.ts';

/** The existing names, created in this order. */
const MADE: readonly (readonly string[])[] = [
  ['deploy', '--env', 'production'],
  ['variants', 'create', 'formal', '--set', 'fallback=billing'],
  ['testsets', 'create', 'testsets/messages.csv', '--name', 'cases'],
  ['evaluators', 'create', 'tone', '--evaluator', 'regex_test', '--set', 'regex_pattern=billing'],
  ['env', 'vars', 'set', 'TOKEN=1'],
  ['profiles', 'add', 'staging', '--base-url', 'http://127.0.0.1:9'],
  ['keys', 'create', 'builder', '--role', 'viewer'],
];

/** A mistyped name of each kind, and the suggestion. */
const MISTYPED: readonly (readonly [line: string, meant: string])[] = [
  ['variant list', 'wf variants list'],
  ['variants lst', 'wf variants list'],
  ['help variant', 'wf help variants'],
  ['schema variants lst', 'variants list'],
  ['apps list --jsn', '--json'],
  ['apps list --json=app_nam', 'app_name'],
  ['init other --template basc', 'basic'],
  ['autocomplete powershel', 'powershell'],
  ['build --target cloudflar', 'cloudflare'],
  ['eval export any --format cvs', 'csv'],
  ['keys create other --role viewr', 'viewer'],
  ['keys revoke buildr --yes', 'builder'],
  ['explain WF_USAG', 'WF_USAGE'],
  ['config get base_ur', 'base_url'],
  ['config set base_ulr any', 'base_url'],
  ['apps list --profile stagng', 'staging'],
  ['profiles use stagng', 'staging'],
  ['profiles remove stagng --yes', 'staging'],
  ['apps delete prject --yes', 'project'],
  ['variants list --app prject', 'project'],
  ['variants show formla', 'formal'],
  ['variants show formla@1', 'formal'],
  ['variants diff formla default', 'formal'],
  ['variants create other --from formla', 'formal'],
  ['variants create other --base mian', 'main'],
  ['variants create other --set treshold=3', 'threshold'],
  ['variants update formal --set treshold=3', 'threshold'],
  ['variants update formal --unset fallbck', 'fallback'],
  ['env show producton', 'production'],
  ['env deploy producton --variant formal', 'production'],
  ['env deploy production --variant formla', 'formal'],
  ['env diff producton development', 'production'],
  ['env rollback producton --yes', 'production'],
  ['env vars unset TOKN --yes', 'TOKEN'],
  ['run /explan --input message=hi', '/explain'],
  ['run / --env producton', 'production'],
  ['run / --variant formla', 'formal'],
  ['run / --input mesage=hi', 'message'],
  ['run / --input message=hi --config treshold=3', 'threshold'],
  ['replay producton@1 / --input message=hi', 'production'],
  ['testsets show case', 'cases'],
  ['testsets delete case --yes', 'cases'],
  ['evaluators show exact_mach', 'exact_match'],
  ['evaluators delete tne --yes', 'tone'],
  ['eval run --testset case --variants default --evaluators exact_match', 'cases'],
  ['eval run --testset cases --variants formla --evaluators exact_match', 'formal'],
  ['eval run --testset cases --variants default --evaluators exact_mach', 'exact_match'],
  ['eval run --testset cases --variants default --evaluators tne', 'tone'],
  ['eval run --testset cases --variants default --evaluators exact_match --route /explan', '/explain'],
];

test('a mistyped name of any kind gets a suggestion', async () => {
  await using project = await makeStoryProject();
  const env = { WF_APP: 'project' };
  for (const words of MADE) {
    expect(await runWf(words, { cwd: project.root, env })).toMatchObject({ exitCode: 0 });
  }
  const suggested: Record<string, string> = {};
  for (const [line] of MISTYPED) {
    const { stderr, stdout } = await runWf(line.split(' '), { cwd: project.root, env });
    expect(stdout).toBe('');
    suggested[line] = /Did you mean ([^?]*)\?/.exec(stderr)?.[1] ?? stderr;
  }
  expect(suggested).toEqual(Object.fromEntries(MISTYPED));
});

test('a mistyped id of an evaluation or human evaluation gets a suggestion', async () => {
  await using project = await makeStoryProject();
  const env = { WF_APP: 'project' };
  const run = async (...words: string[]) => await runWf(words, { cwd: project.root, env });
  await run('deploy');
  await run('eval', 'run', '--testset', 'testsets/messages.csv', '--evaluators', 'exact_match');
  await run('human-eval', 'create', '--testset', 'testsets/messages.csv', '--variants', 'default');
  for (const topic of ['eval', 'human-eval']) {
    const id = (await run(topic, 'list', '--quiet')).stdout.trim();
    const { stderr, exitCode } = await run(topic, 'show', `${id.slice(0, -1)}x`);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(`Did you mean ${id}?`)]);
  }
});
