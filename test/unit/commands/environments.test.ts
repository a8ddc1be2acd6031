import { describe, expect, test } from 'vitest';
import EnvDeploy from '../../../commands/environments/deploy.ts';
import EnvDiff from '../../../commands/environments/diff.ts';
import EnvProtect from '../../../commands/environments/protect.ts';
import EnvRevisions from '../../../commands/environments/revisions.ts';
import EnvRollback from '../../../commands/environments/rollback.ts';
import type { EnvironmentRevisions } from '../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../src/errors/service-error.ts';
import { runWithClient } from '../../helpers/run-with-client.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';
import { evaluationOf } from '../../helpers/evaluation-records.ts';
import { variantOf } from '../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const VARIANT = variantOf({ variant_name: 'formal' });
const EVALUATION = evaluationOf({ variant_names: ['formal'] });
const CONTENT = 'rules: [{ metric: exact_match, minimum: 0.8 }]\n';
const EVIDENCE = {
  evaluation_id: EVALUATION.id,
  baseline_evaluation_id: null,
  verdict: 'passed' as const,
  gate: { name: 'gate.yaml', sha256: 'ab'.repeat(32), content: CONTENT },
  confidence: 0.95,
  checks: [],
};
const REVISION = {
  id: '01932c5e-5555-7000-8000-000000000001',
  revision: 1,
  modified_by: 'ann',
  deployed_app_variant_revision: '01932c5e-2222-7000-8000-000000000001',
  deployment: null,
  created_at: '2026-11-20T11:00:00Z',
};
const PRODUCTION: EnvironmentRevisions = {
  name: 'production',
  app_id: APP_ID,
  project_id: 'p',
  deployed_app_variant_id: VARIANT.variant_id,
  deployed_variant_name: 'formal',
  deployed_app_variant_revision_id: REVISION.deployed_app_variant_revision,
  revision: 2,
  revisions: [REVISION, { ...REVISION, revision: 2, message: 'Shorter', restored_from: 1, evidence: EVIDENCE }],
};
const METHODS = {
  listAppEnvironments: async () => [PRODUCTION],
  listAppVariants: async () => [VARIANT],
  listVariantRevisions: async () => [
    {
      id: REVISION.deployed_app_variant_revision,
      revision: 3,
      modified_by: 'ann',
      config: { config_name: 'formal', parameters: { words: 50 } },
      created_at: '',
    },
  ],
  listEvaluations: async () => [EVALUATION],
  listDeployments: async () => [],
  getEnvironmentRevisions: async () => PRODUCTION,
};

async function gateFolder() {
  const folder = await tempFolder();
  const { writeFile } = await import('node:fs/promises');
  await writeFile(folder.path('gate.yaml'), CONTENT);
  return folder;
}

test('a promotion sends gate, evaluation and message, conditional on the revision that was read', async () => {
  await using folder = await gateFolder();
  const run = await runWithClient(
    EnvDeploy,
    [
      'production',
      '--app',
      APP_ID,
      '--variant',
      'formal',
      '--gate',
      'gate.yaml',
      '--evaluation',
      'formal',
      '-m',
      'Shorter',
    ],
    { ...METHODS, deployToEnvironment: async () => null },
    { cwd: folder.root },
  );
  expect(run.calls.find(({ name }) => name === 'deployToEnvironment')).toEqual({
    name: 'deployToEnvironment',
    input: {
      body: {
        environment_name: 'production',
        variant_id: VARIANT.variant_id,
        message: 'Shorter',
        gate: { name: 'gate.yaml', content: CONTENT },
        evaluation_id: EVALUATION.id,
      },
    },
    options: { ifRevision: 2 },
  });
  expect(run).toMatchObject({ stderr: '', exitCode: 0 });
  expect(run.stdout).toContain('now at revision 2, past the gate gate.yaml.');
});

test('the report of a failed gate is printed, and the exit code is 7', async () => {
  const report = {
    gate: 'gate.yaml',
    gate_sha256: '',
    confidence: 0.95,
    baseline: null,
    verdict: 'failed',
    results: [],
  };
  const refuse = async () => {
    throw new ServiceError({
      code: 'WF_GATE_FAILED',
      message: 'The gate gate.yaml failed.',
      status: 409,
      requestId: null,
      details: { detail: { code: 'WF_GATE_FAILED', ...report } },
    });
  };
  const argv = ['production', '--app', APP_ID, '--variant', 'formal', '--evaluation', 'formal'];
  const methods = { ...METHODS, deployToEnvironment: refuse };
  const json = await runWithClient(EnvDeploy, [...argv, '--json'], methods);
  expect([json.exitCode, JSON.parse(json.stdout).gate.verdict]).toEqual([7, 'failed']);
  const plain = await runWithClient(EnvDeploy, argv, methods);
  expect([plain.exitCode, plain.stdout]).toEqual([7, 'The gate gate.yaml: ✗ failed.\n']);
});

test.each([
  [['--gate', 'gate.yaml'], '--evaluation'],
  [['--baseline', 'formal'], '--evaluation'],
])('%j needs %s', async (flags, needed) => {
  const run = await runWithClient(EnvDeploy, ['production', '--variant', 'formal', ...flags], {});
  expect(run).toMatchObject({ stdout: '', exitCode: 2, stderr: expect.stringContaining(needed) });
});

test('an invalid gate file is reported before any request', async () => {
  await using folder = await tempFolder();
  const argv = ['production', '--variant', 'formal', '--gate', 'none.yaml', '--evaluation', 'formal'];
  const run = await runWithClient(EnvDeploy, argv, {}, { cwd: folder.root });
  expect(run).toMatchObject({ calls: [], exitCode: 2, stderr: expect.stringContaining('none.yaml') });
});

test('an environment can be protected and unprotected', async () => {
  await using folder = await gateFolder();
  const methods = { ...METHODS, protectEnvironment: async () => PRODUCTION };
  const on = await runWithClient(EnvProtect, ['production', '--app', APP_ID, '--gate', 'gate.yaml'], methods, {
    cwd: folder.root,
  });
  const off = await runWithClient(EnvProtect, ['production', '--app', APP_ID, '--off'], methods);
  const inputs = [on, off].map(({ calls }) => calls.at(-1)?.input);
  const place = { app_id: APP_ID, environment_name: 'production' };
  expect(inputs).toEqual([
    { ...place, body: { gate: { name: 'gate.yaml', content: CONTENT } } },
    { ...place, body: { gate: null } },
  ]);
  expect([on.stdout, off.stdout]).toEqual([
    'production accepts only what passes the gate gate.yaml from now on. Next: wf env deploy production --variant VARIANT --evaluation VARIANT\n',
    'production accepts any variant. Next: wf env show production\n',
  ]);
});

test.each([[[]], [['--off', '--gate', 'gate.yaml']]])('protecting with %j is refused', async (flags) => {
  const run = await runWithClient(EnvProtect, ['production', ...flags], {});
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
});

test('a rollback sends its message, conditional on the revision that was read', async () => {
  const run = await runWithClient(EnvRollback, ['production', '--app', APP_ID, '--to', '1', '--message', 'Too short'], {
    ...METHODS,
    rollbackEnvironment: async () => PRODUCTION,
  });
  expect(run.calls.find(({ name }) => name === 'rollbackEnvironment')).toEqual({
    name: 'rollbackEnvironment',
    input: { environment_name: 'production', body: { app_id: APP_ID, revision: 1, message: 'Too short' } },
    options: { ifRevision: 2 },
  });
});

test('a history shows messages, gates and rollbacks', async () => {
  const run = await runWithClient(EnvRevisions, ['production', '--app', APP_ID, '--tsv'], METHODS);
  const [header = '', , last = ''] = run.stdout.split('\n').slice(-4);
  expect(header.split('\t').slice(0, 8)).toEqual([
    'revision',
    'runs',
    'back to',
    'by',
    'created',
    'gate',
    'evaluation',
    'message',
  ]);
  expect(last.split('\t').slice(0, 8)).toEqual([
    '2',
    'formal@3',
    '1',
    'ann',
    '2026-11-20T11:00:00Z',
    '✓ gate.yaml',
    EVALUATION.id,
    'Shorter',
  ]);
});

test('a single environment is compared with its previous revision', async () => {
  const run = await runWithClient(EnvDiff, ['production', '--app', APP_ID, '--json'], METHODS);
  const diff = JSON.parse(run.stdout);
  expect(diff).toMatchObject({
    before: { environment: 'production', revision: 1, variant: 'formal', variant_revision: 3 },
    after: { environment: 'production', revision: 2 },
    same_code: true,
    fields: [],
    routes: [],
  });
});

test.each([
  [['nowhere', 'production'], 'No environment is called "nowhere"'],
  [['production@9', 'production'], 'Environment production has no revision 9. It has 1 to 2.'],
  [['production@1'], 'Environment production has nothing before revision 1.'],
])('comparing %j ends with exit code 3', async (args, sentence) => {
  const run = await runWithClient(EnvDiff, [...args, '--app', APP_ID], METHODS);
  expect(run).toMatchObject({ stdout: '', exitCode: 3, stderr: expect.stringContaining(sentence) });
});

describe('on a terminal', () => {
  const stored = {
    ...METHODS,
    deployToEnvironment: async () => null,
    rollbackEnvironment: async () => PRODUCTION,
    protectEnvironment: async () => PRODUCTION,
  };
  const terminal = { columns: 100, rows: 24 };
  const CHANGES = [
    [
      EnvDeploy,
      ['production', '--variant', 'formal'],
      'production runs formal@3. Make it run formal@',
      'deployToEnvironment',
    ],
    [
      EnvRollback,
      ['production', '--to', '1'],
      'production runs formal@3. Go back to formal@3, as in revision 1?',
      'rollbackEnvironment',
    ],
    [EnvProtect, ['production', '--off'], 'Let production accept any variant, without a gate?', 'protectEnvironment'],
  ] as const;

  test.each(CHANGES)('%o asks, and changes nothing on no', async (Class, argv, question, method) => {
    const run = await runWithClient(Class, [...argv, '--app', APP_ID], stored, { terminal, typed: 'n\n' });
    expect([run.exitCode, run.stderr]).toEqual([130, expect.stringContaining(question)]);
    expect(run.calls.map(({ name }) => name)).not.toContain(method);
  });

  test.each(CHANGES)(
    '%o continues on yes, and does not ask with --yes or in a pipe',
    async (Class, argv, question, method) => {
      const words = [...argv, '--app', APP_ID];
      const asked = await runWithClient(Class, words, stored, { terminal, typed: 'y\n' });
      expect([asked.exitCode, asked.stderr]).toEqual([0, expect.stringContaining(question)]);
      expect(asked.calls.map(({ name }) => name)).toContain(method);
      const told = await runWithClient(Class, [...words, '--yes'], stored, { terminal });
      const piped = await runWithClient(Class, words, stored);
      expect([told.exitCode, told.stderr, piped.exitCode, piped.stderr]).toEqual([0, '', 0, '']);
    },
  );
});
