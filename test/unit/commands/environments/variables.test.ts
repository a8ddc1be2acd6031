import { expect, test } from 'vitest';
import EnvVarsList from '../../../../commands/environments/variables/list.ts';
import EnvVarsSet from '../../../../commands/environments/variables/set.ts';
import EnvVarsUnset from '../../../../commands/environments/variables/unset.ts';
import { runWithClient } from '../../../helpers/run-with-client.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const VARIABLE = { name: 'MODEL_KEY', updated_at: '2026-11-20T12:00:00Z', modified_by: 'ada' };
const methods = { setVariable: async () => VARIABLE };
const setTo = (value: string) => [
  { name: 'setVariable', input: { app_id: APP_ID, variable_name: 'MODEL_KEY', body: { value } } },
];

test.each([
  [['MODEL_KEY=a=b c'], '', 'a=b c'],
  [['MODEL_KEY='], 'ignored', ''],
  [['MODEL_KEY'], 'sk-1\n', 'sk-1'],
  [['MODEL_KEY'], 'two\nlines\r\n', 'two\nlines'],
])('wf env vars set %j with %j on stdin sets %j', async (words, stdin, value) => {
  const run = await runWithClient(EnvVarsSet, [...words, '--app', APP_ID], methods, { stdin });
  expect(run).toMatchObject({ exitCode: 0, stderr: '', stdout: 'Set MODEL_KEY. Next: wf env vars list\n' });
  expect(run.calls).toEqual(setTo(value));
});

test('the value is in no output, not even under --json', async () => {
  const run = await runWithClient(EnvVarsSet, ['MODEL_KEY', '--app', APP_ID, '--json'], methods, { stdin: 'sk-1' });
  expect(run.stdout + run.stderr).not.toContain('sk-1');
  expect(JSON.parse(run.stdout)).toEqual(VARIABLE);
});

test('a variable needs a name', async () => {
  const run = await runWithClient(EnvVarsSet, ['=value', '--app', APP_ID], methods);
  expect(run).toMatchObject({ exitCode: 2, calls: [] });
});

test('wf env vars list shows names, and never values', async () => {
  const run = await runWithClient(EnvVarsList, ['--app', APP_ID, '--tsv'], { listVariables: async () => [VARIABLE] });
  expect(run.stdout).toMatch(/^name\tset\tby\nMODEL_KEY\t[^\t]+\tada\n$/);
});

test.each([[[]], [['--yes']]])('wf env vars unset %j names what it unset, and asks no script', async (words) => {
  const unset = { deleteVariable: async () => null };
  const run = await runWithClient(EnvVarsUnset, ['MODEL_KEY', '--app', APP_ID, ...words], unset);
  expect(run.stdout).toBe('Unset MODEL_KEY. Next: wf env vars list\n');
  expect(run.calls).toEqual([{ name: 'deleteVariable', input: { app_id: APP_ID, variable_name: 'MODEL_KEY' } }]);
});

const OF_PRODUCTION = { app_id: APP_ID, environment_name: 'production' };

test('--env sets, lists and unsets the variables of one environment', async () => {
  const environmentMethods = {
    setEnvironmentVariable: async () => ({ ...VARIABLE, from: 'environment' as const }),
    listEnvironmentVariables: async () => [{ ...VARIABLE, from: 'app' as const }],
    deleteEnvironmentVariable: async () => null,
  };
  const words = ['--app', APP_ID, '--env', 'production'];
  const set = await runWithClient(EnvVarsSet, ['MODEL_KEY=a', ...words], environmentMethods);
  expect(set.stdout).toBe('Set MODEL_KEY in production. Next: wf env vars list --env production\n');
  expect(set.calls).toEqual([
    {
      name: 'setEnvironmentVariable',
      input: { ...OF_PRODUCTION, variable_name: 'MODEL_KEY', body: { value: 'a' } },
    },
  ]);
  const list = await runWithClient(EnvVarsList, [...words, '--tsv'], environmentMethods);
  expect(list.stdout).toMatch(/^name\tfrom\tset\tby\nMODEL_KEY\tapp\t[^\t]+\tada\n$/);
  const unset = await runWithClient(EnvVarsUnset, ['MODEL_KEY', ...words], environmentMethods);
  expect(unset.calls).toEqual([
    { name: 'deleteEnvironmentVariable', input: { ...OF_PRODUCTION, variable_name: 'MODEL_KEY' } },
  ]);
});
