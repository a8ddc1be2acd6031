import { expect, test } from 'vitest';
import AppsCreate from '../../commands/apps/create.ts';
import AppsDelete from '../../commands/apps/delete.ts';
import AppsList from '../../commands/apps/list.ts';
import EnvDeploy from '../../commands/environments/deploy.ts';
import EnvList from '../../commands/environments/list.ts';
import EnvRollback from '../../commands/environments/rollback.ts';
import EvalDelete from '../../commands/evaluations/delete.ts';
import EvaluatorsShow from '../../commands/evaluators/show.ts';
import TestsetsCreate from '../../commands/testsets/create.ts';
import TestsetsDelete from '../../commands/testsets/delete.ts';
import VariantsCreate from '../../commands/variants/create.ts';
import VariantsDelete from '../../commands/variants/delete.ts';
import VariantsList from '../../commands/variants/list.ts';
import VariantsUpdate from '../../commands/variants/update.ts';
import type { EnvironmentRevisions } from '../../src/contract/environments/environment.ts';
import { runWithClient } from '../helpers/run-with-client.ts';
import { variantOf } from './ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const APP = { app_id: APP_ID, app_name: 'support', app_type: 'custom', updated_at: null };
const VARIANT = variantOf({ variant_name: 'formal' });
const TESTSET = { id: '01932c5e-4444-7000-8000-000000000001', name: 'cases', created_at: '', updated_at: '' };
const PRODUCTION: EnvironmentRevisions = {
  name: 'production',
  app_id: APP_ID,
  project_id: 'p',
  deployed_app_variant_id: VARIANT.variant_id,
  deployed_variant_name: 'formal',
  deployed_app_variant_revision_id: '01932c5e-2222-7000-8000-000000000001',
  revision: 4,
  revisions: [],
};
const RUNNING_REVISION = {
  id: '01932c5e-2222-7000-8000-000000000001',
  revision: 3,
  modified_by: 'ann',
  config: { config_name: 'formal', parameters: {} },
  created_at: '',
};

test('--json prints the wire records, and nothing else', async () => {
  const run = await runWithClient(VariantsList, ['--app', APP_ID, '--json'], {
    listAppVariants: async () => [VARIANT],
  });
  expect(JSON.parse(run.stdout)).toEqual([VARIANT]);
  expect(run).toMatchObject({ stderr: '', exitCode: 0 });
});

test('an app named by its whole id costs one request', async () => {
  const { calls } = await runWithClient(VariantsList, ['--app', APP_ID], { listAppVariants: async () => [] });
  expect(calls).toEqual([{ name: 'listAppVariants', input: { app_id: APP_ID, archived: 'false', limit: 100 } }]);
});

test('an empty list is [] for a program and one line for a person', async () => {
  const methods = { listApps: async () => [] };
  const json = await runWithClient(AppsList, ['--json'], methods);
  const terminal = await runWithClient(AppsList, [], methods, { terminal: { columns: 80, rows: 24 } });
  expect([json.stdout, json.stderr, json.exitCode]).toEqual(['[]\n', '', 0]);
  expect([terminal.stdout, terminal.exitCode]).toEqual([
    'No apps yet. Create one: wf deploy (or wf apps create NAME)\n',
    0,
  ]);
});

test('an unknown app ends with exit code 3 and the near miss', async () => {
  const run = await runWithClient(VariantsList, ['--app', 'suport'], { listApps: async () => [APP] });
  expect(run).toMatchObject({ stdout: '', exitCode: 3 });
  expect(run.stderr).toBe('Error: No app is called "suport". Did you mean support?\n  Try: wf apps list\n');
});

test('creating an app tells name, id and the next command', async () => {
  const run = await runWithClient(AppsCreate, ['support'], { createApp: async () => APP });
  expect(run.stdout).toBe(`Created app support (${APP_ID}). Next: wf variants list --app support\n`);
});

test('creating a variant sends parameters of file and --set together', async () => {
  const run = await runWithClient(
    VariantsCreate,
    ['formal', '--app', APP_ID, '--params', '-', '--set', 'tone=formal'],
    {
      listBases: async () => [{ base_id: 'b', base_name: 'main' }],
      listRoutes: async () => [],
      addVariantFromBase: async () => VARIANT,
    },
    { stdin: '{"words": 80}' },
  );
  expect(run.calls.at(-1)?.input).toEqual({
    body: {
      base_id: 'b',
      new_variant_name: 'formal',
      new_config_name: 'formal',
      parameters: { words: 80, tone: 'formal' },
    },
  });
  expect(run.stdout).toBe(
    `Created variant formal (${VARIANT.variant_id}) at revision 1. Next: wf env deploy development --variant formal\n`,
  );
});

test('malformed parameters stop before anything is sent', async () => {
  const run = await runWithClient(VariantsUpdate, ['formal', '--params', '-'], {}, { stdin: '{"words": }' });
  expect(run).toMatchObject({ stdout: '', exitCode: 2, calls: [] });
  expect(run.stderr).toContain('Standard input, line 1, column 11: Invalid JSON');
});

test('deploying to an environment pins the revision after @', async () => {
  const run = await runWithClient(EnvDeploy, ['production', '--variant', 'formal@3', '--app', APP_ID], {
    listAppEnvironments: async () => [PRODUCTION],
    listAppVariants: async () => [VARIANT],
    deployToEnvironment: async () => null,
    getEnvironmentRevisions: async () => PRODUCTION,
  });
  expect(run.calls.find(({ name }) => name === 'deployToEnvironment')?.input).toEqual({
    body: { environment_name: 'production', variant_id: VARIANT.variant_id, revision: 3 },
  });
  expect(run.stdout).toBe('Deployed formal@3 to production, now at revision 4. Next: wf env revisions production\n');
});

test('an unknown environment is refused with those there are', async () => {
  const run = await runWithClient(EnvRollback, ['prod', '--app', APP_ID], {
    listAppEnvironments: async () => [PRODUCTION, { ...PRODUCTION, name: 'staging' }],
  });
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('No environment is called "prod". Did you mean production?');
});

test('rolling back names what runs now', async () => {
  const run = await runWithClient(EnvRollback, ['production', '--to', '2', '--app', APP_ID], {
    listAppEnvironments: async () => [PRODUCTION],
    rollbackEnvironment: async () => PRODUCTION,
    listAppVariants: async () => [VARIANT],
    listVariantRevisions: async () => [RUNNING_REVISION],
  });
  expect(run.calls.find(({ name }) => name === 'rollbackEnvironment')?.input).toEqual({
    environment_name: 'production',
    body: { app_id: APP_ID, revision: 2 },
  });
  expect(run.stdout).toBe('Rolled production back to formal@3, as revision 4. Next: wf env revisions production\n');
});

test('--json of environments asks for no names', async () => {
  const { calls } = await runWithClient(EnvList, ['--app', APP_ID, '--json'], {
    listAppEnvironments: async () => [PRODUCTION],
  });
  expect(calls.map(({ name }) => name)).toEqual(['listAppEnvironments']);
});

test('a test set from standard input is read as jsonl', async () => {
  const unknown = { content_tag: null, created_by: '' };
  const open = { ...TESTSET, ...unknown, testset_id: null, revision: null, rows: 0, columns: [] };
  const run = await runWithClient(
    TestsetsCreate,
    ['-', '--name', 'cases', '--types', 'a=json'],
    {
      openTestsetRevision: async () => ({ ...open, id: 'r' }),
      addTestsetRows: async () => ({ ...open, id: 'r', rows: 2 }),
      finishTestsetRevision: async () => ({ ...open, id: 'r', testset_id: TESTSET.id, revision: 3, rows: 2 }),
    },
    { stdin: '{"a": "[1]"}\n{"a": 2}\n' },
  );
  expect(run.calls).toEqual([
    { name: 'openTestsetRevision', input: { body: { name: 'cases', content_tag: null } } },
    {
      name: 'addTestsetRows',
      input: { testset_revision_id: 'r', body: { position: 0, rows: [{ a: [1] }, { a: 2 }] } },
    },
    { name: 'finishTestsetRevision', input: { testset_revision_id: 'r' } },
  ]);
  expect(run.stdout).toContain(`Stored test set cases (${TESTSET.id}), revision 3, with 2 rows.`);
});

test('a test set from standard input without a name is refused', async () => {
  const run = await runWithClient(TestsetsCreate, ['-'], {}, { stdin: '{"a": 1}\n' });
  expect(run).toMatchObject({ exitCode: 2, calls: [] });
  expect(run.stderr).toContain('Try: Add --name NAME');
});

test('an evaluator is found without its leading auto_', async () => {
  const evaluator = { name: 'Exact match', key: 'auto_exact_match', direct_use: true, settings_template: {}, tags: [] };
  const run = await runWithClient(EvaluatorsShow, ['exact_match', '--json'], {
    listEvaluators: async () => [evaluator],
  });
  expect(JSON.parse(run.stdout)).toEqual(evaluator);
});

const DELETIONS = [
  { Class: AppsDelete, argv: ['support'], deletes: 'deleteApp' },
  { Class: VariantsDelete, argv: ['formal', '--app', APP_ID], deletes: 'deleteVariant' },
  { Class: TestsetsDelete, argv: ['cases'], deletes: 'deleteTestsets' },
  { Class: EvalDelete, argv: ['01932c5e-3', '--app', APP_ID], deletes: 'deleteEvaluations' },
] as const;
const STORED = {
  listApps: async () => [APP],
  listAppVariants: async () => [VARIANT],
  listTestsets: async () => [TESTSET],
  listEvaluations: async () => [
    {
      id: '01932c5e-3333-7000-8000-000000000001',
      app_id: APP_ID,
      project_id: 'p',
      variant_ids: [],
      variant_names: ['formal'],
      variant_revision_ids: [],
      revisions: [],
      status: { type: 'status', value: 'EVALUATION_FINISHED' },
      aggregated_results: [],
      created_at: '',
      updated_at: '',
    },
  ],
  deleteApp: async () => null,
  deleteVariant: async () => null,
  deleteTestsets: async () => [TESTSET.id],
  deleteEvaluations: async () => undefined,
};

test.each(DELETIONS)('$deletes in a script needs --yes, and the error names it', async ({ Class, argv, deletes }) => {
  const run = await runWithClient(Class, [...argv], STORED);
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain('--yes');
  expect(run.calls.map(({ name }) => name)).not.toContain(deletes);
});

test.each(DELETIONS)('$deletes with --yes deletes and says so', async ({ Class, argv, deletes }) => {
  const run = await runWithClient(Class, [...argv, '--yes'], STORED);
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toMatch(/^Deleted .+\. Next: wf .+ list\n$/);
  expect(run.calls.at(-1)?.name).toBe(deletes);
});
