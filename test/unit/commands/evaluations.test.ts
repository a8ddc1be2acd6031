import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import EvalCompare from '../../../commands/evaluations/compare.ts';
import EvalExport from '../../../commands/evaluations/export.ts';
import EvalRows from '../../../commands/evaluations/rows.ts';
import EvalRun from '../../../commands/evaluations/run.ts';
import EvalShow from '../../../commands/evaluations/show.ts';
import type { ExtendedClient } from '../../../src/client/create-client.ts';
import type { Evaluation, EvaluationScenario } from '../../../src/contract/evaluations/evaluation.ts';
import { evaluationOf, rowOf, streamOf } from '../../helpers/evaluation-records.ts';
import { runWithClient } from '../../helpers/run-with-client.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';
import { variantOf } from '../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const BEFORE = evaluationOf();
const AFTER = evaluationOf({ id: '01932c5e-3333-7000-8000-000000000002', variant_names: ['tuned'], revisions: ['1'] });

/** A client with these evaluations; a row passes if its character in the string is `+`. */
function clientWith(rows: Readonly<Record<string, string>>, evaluations: readonly Evaluation[] = [BEFORE, AFTER]) {
  const paginate = (_: string, { evaluation_id }: { evaluation_id: string }): AsyncIterable<EvaluationScenario> =>
    streamOf(
      Array.from(rows[evaluation_id] ?? '', (sign, index) =>
        rowOf({ input: `case ${index}`, scores: { exact_match: sign === '+' }, latency: 0.1 }),
      ),
    );
  return {
    // A service without summaries: the commands compute them.
    extensions: async () => null,
    listEvaluations: async () => [...evaluations],
    getEvaluation: async ({ evaluation_id }: { evaluation_id: string }) =>
      evaluations.find(({ id }) => id === evaluation_id) ?? BEFORE,
    // The tested commands page only through rows.
    paginate: paginate as unknown as ExtendedClient['paginate'],
  };
}

test('two evaluations are named by their variants and compared row by row', async () => {
  const client = clientWith({ [BEFORE.id]: '++--------------', [AFTER.id]: '+-++++++++++++++' });
  const run = await runWithClient(EvalCompare, ['default', 'tuned', '--app', APP_ID, '--rows', '1', '--tsv'], client);
  expect(run).toMatchObject({ stderr: '', exitCode: 0 });
  const [header, exact] = run.stdout.split('\n');
  expect(header).toBe('metric\tbefore\tafter\tchange\tfrom\tto\tp\tp adjusted\tbetter\tworse\tmissing\tverdict');
  expect(exact).toMatch(
    /^exact_match\t0\.125\t0\.9375\t0\.8125\t0\.\d+\t0\.\d+\t0\.00097\d+\t0\.0019\d+\t14\t1\t0\tbetter$/,
  );
  expect(run.stdout).toContain('2\texact_match\ttrue\tfalse');
});

test('--json prints the comparison as one document', async () => {
  const client = clientWith({ [BEFORE.id]: '++', [AFTER.id]: '++' });
  const run = await runWithClient(EvalCompare, ['default@2', AFTER.id, '--app', APP_ID, '--json'], client);
  expect(JSON.parse(run.stdout)).toMatchObject({
    baseline: { id: BEFORE.id, variant: 'default@2' },
    level: 0.95,
    candidates: [{ id: AFTER.id, variant: 'tuned@1', pairs: 2, worse: [], better: [] }],
  });
});

test('a terminal shows both evaluations and the methods of the figures', async () => {
  const client = clientWith({ [BEFORE.id]: '++', [AFTER.id]: '+-' });
  const run = await runWithClient(EvalCompare, ['default', 'tuned', '--app', APP_ID], client, {
    terminal: { columns: 120, rows: 40 },
  });
  expect(run.stdout).toContain('tuned@1 after default@2, 2 rows');
  expect(run.stdout).toContain('Rows that got worse');
  expect(run.stdout).toContain('exact McNemar');
});

test.each([
  [['default', 'default'], 'is named twice'],
  [['default', 'tuned', '--level', '2'], '--level cannot be "2"'],
  [['default'], 'CANDIDATES is missing'],
])('wf eval compare %j is rejected: %s', async (argv, reason) => {
  const run = await runWithClient(EvalCompare, [...argv, '--app', APP_ID], clientWith({}));
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain(reason);
});

test('an unfinished evaluation is not compared', async () => {
  const running = { ...AFTER, status: { type: 'status', value: 'EVALUATION_STARTED' } };
  const run = await runWithClient(
    EvalCompare,
    ['default', 'tuned', '--app', APP_ID],
    clientWith({}, [BEFORE, running]),
  );
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain('its status is "EVALUATION_STARTED"');
});

const GATE = '{"rules": [{"metric": "exact_match", "minimum": 0.8, "not_worse_by": 0.05}]}';

test.each([
  ['+'.repeat(200), '+'.repeat(200), 0, ''],
  ['+'.repeat(200), '-'.repeat(200), 7, 'The gate standard input failed: exact_match of tuned@1, minimum 0.8'],
  ['+'.repeat(20), '+'.repeat(20), 8, 'too few rows to say: 20 of at least 73'],
])('a gate on %s and %s ends with exit code %i', async (before, after, exitCode, reason) => {
  const client = clientWith({ [BEFORE.id]: before, [AFTER.id]: after });
  const argv = ['default', 'tuned', '--app', APP_ID, '--gate', '-'];
  const run = await runWithClient(EvalCompare, argv, client, { stdin: GATE });
  expect(run.exitCode).toBe(exitCode);
  expect(run.stderr).toContain(reason);
  expect(run.stdout).toContain('Gate standard input on tuned@1');
});

test('--json prints the report of a failed gate in addition to the error', async () => {
  const client = clientWith({ [BEFORE.id]: '+++', [AFTER.id]: '---' });
  const argv = ['default', 'tuned', '--app', APP_ID, '--gate', '-', '--json'];
  const run = await runWithClient(EvalCompare, argv, client, { stdin: GATE });
  expect(JSON.parse(run.stdout)).toMatchObject({ gate: { verdict: 'failed', results: [{ verdict: 'failed' }] } });
  expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: 'WF_GATE_FAILED', details: { verdict: 'failed' } } });
});

test('an unreadable gate is rejected before any request', async () => {
  const run = await runWithClient(EvalCompare, ['a', 'b', '--gate', 'no-such.yaml'], {});
  expect(run).toMatchObject({ exitCode: 2, stdout: '', calls: [] });
  expect(run.stderr).toContain('Cannot read no-such.yaml: there is no such file');
});

test('wf eval run rejects a gate that needs a missing baseline before anything runs', async () => {
  const variant = variantOf({ variant_name: 'default' });
  const run = await runWithClient(
    EvalRun,
    ['--app', APP_ID, '--testset', 'cases', '--evaluators', 'exact_match', '--gate', '-'],
    { listAppVariants: async () => [variant], getVariant: async () => variant },
    { stdin: GATE },
  );
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('needs a second evaluation');
});

test('wf eval show summarises the rows: intervals, percentiles, a histogram and the worst rows', async () => {
  const client = clientWith({ [BEFORE.id]: '++-+' });
  const json = await runWithClient(EvalShow, ['default', '--app', APP_ID, '--json', '--rows', '5'], client);
  expect(JSON.parse(json.stdout)).toMatchObject({
    id: BEFORE.id,
    summary: { rows: 4, errors: 0, metrics: [{ metric: 'exact_match', mean: 0.75 }, {}, {}], worst: [{ row: 3 }] },
  });
  const drawn = await runWithClient(EvalShow, ['default', '--app', APP_ID], client, {
    terminal: { columns: 120, rows: 60 },
  });
  expect(drawn.stdout).toContain('4 rows, 0 with errors; means with their 95 % intervals');
  expect(drawn.stdout).toContain('Worst rows');
});

test('wf eval show --group-by shows the scores of each value of a column', async () => {
  const client = clientWith({ [BEFORE.id]: '++-+' });
  const argv = ['default', '--app', APP_ID, '--group-by', 'exact_match'];
  const json = await runWithClient(EvalShow, [...argv, '--json'], client);
  expect(JSON.parse(json.stdout)).toMatchObject({
    summary: { rows: 4 },
    groups: {
      field: 'exact_match',
      groups: [
        { value: true, rows: 3, is_small: true },
        { value: false, rows: 1 },
      ],
    },
  });
  const drawn = await runWithClient(EvalShow, argv, client, { terminal: { columns: 120, rows: 60 } });
  expect(drawn.stdout).toContain('By exact_match');
  expect(drawn.stdout).toContain('Each interval holds on its own: of 20, one misses by chance.');
  const unknown = await runWithClient(EvalShow, ['default', '--app', APP_ID, '--group-by', 'nothing'], client);
  expect(unknown).toMatchObject({ exitCode: 3, stdout: '' });
  expect(unknown.stderr).toContain('No field of the rows is called "nothing".');
});

test('wf eval show --group-by refuses a running evaluation', async () => {
  const running = { ...BEFORE, status: { type: 'status', value: 'EVALUATION_STARTED' }, aggregated_results: [] };
  const run = await runWithClient(EvalShow, [BEFORE.id, '--group-by', 'text'], clientWith({}, [running]));
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('has no complete results');
});

test('wf eval show shows partial results of a running evaluation', async () => {
  const running = { ...BEFORE, status: { type: 'status', value: 'EVALUATION_STARTED' }, aggregated_results: [] };
  const run = await runWithClient(EvalShow, [BEFORE.id, '--json'], clientWith({}, [running]));
  expect(JSON.parse(run.stdout)).toMatchObject({ id: BEFORE.id, summary: null });
});

test('wf eval show checks an evaluation against a gate with a baseline', async () => {
  const client = clientWith({ [BEFORE.id]: '+'.repeat(100), [AFTER.id]: '-'.repeat(100) });
  const argv = ['tuned', '--app', APP_ID, '--gate', '-', '--baseline', 'default', '--json'];
  const run = await runWithClient(EvalShow, argv, client, { stdin: GATE });
  expect(run.exitCode).toBe(7);
  expect(JSON.parse(run.stdout)).toMatchObject({ gate: { baseline: { id: BEFORE.id }, verdict: 'failed' } });
});

test('wf eval rows filters, sorts and pages, and says that there are more', async () => {
  const client = clientWith({ [BEFORE.id]: '-+--+-' });
  const argv = ['default', '--app', APP_ID, '--where', 'exact_match=false', '--sort', 'text', '--desc', '--limit', '2'];
  const tsv = await runWithClient(EvalRows, [...argv, '--tsv'], client);
  expect(tsv.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['row', '6', '4', '']);
  const plain = await runWithClient(EvalRows, argv, client);
  expect(plain.stdout).toContain('There are more: add --page 2');
  const json = await runWithClient(EvalRows, [...argv, '--page', '2', '--json'], client);
  expect(JSON.parse(json.stdout)).toMatchObject([{ row: 3 }, { row: 1 }]);
});

test('no matching row is [] for programs and a line for people', async () => {
  const client = clientWith({ [BEFORE.id]: '++' });
  const argv = ['default', '--app', APP_ID, '--where', 'exact_match=false'];
  expect((await runWithClient(EvalRows, [...argv, '--json'], client)).stdout).toBe('[]\n');
  expect((await runWithClient(EvalRows, argv, client)).stderr).toBe('No row matches.\n');
});

test('wf eval export writes to standard output, or atomically to a file', async () => {
  await using folder = await tempFolder();
  const client = clientWith({ [BEFORE.id]: '+-' });
  const piped = await runWithClient(EvalExport, ['default', '--app', APP_ID], client);
  expect(piped.stdout.trimEnd().split('\n')).toHaveLength(2);
  const file = folder.path('report.xml');
  const argv = ['default', '--app', APP_ID, '--format', 'junit', '--output', file, '--json'];
  const written = await runWithClient(EvalExport, argv, client);
  expect(JSON.parse(written.stdout)).toEqual({ evaluation_id: BEFORE.id, format: 'junit', file });
  expect(await readFile(file, 'utf8')).toContain('tests="2" failures="1"');
  expect(await readdir(folder.root)).toEqual(['report.xml']);
});

test('wf eval export accepts a baseline only for html', async () => {
  const client = clientWith({ [BEFORE.id]: '+', [AFTER.id]: '-' });
  const argv = ['tuned', '--app', APP_ID, '--baseline', 'default'];
  const run = await runWithClient(EvalExport, [...argv, '--format', 'csv'], client);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('--baseline requires --format html.');
  const unknown = await runWithClient(EvalExport, ['tuned', '--app', APP_ID, '--format', 'pdf'], client);
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
});

test('wf eval export groups only what it compares', async () => {
  const argv = ['tuned', '--app', APP_ID, '--format', 'html', '--group-by', 'locale'];
  const run = await runWithClient(EvalExport, argv, clientWith({ [AFTER.id]: '-' }));
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('--group-by requires --baseline, and --format html.');
});

test('wf eval export reports why a file cannot be written', async () => {
  const argv = ['default', '--app', APP_ID, '--output', '/no/such/folder/rows.csv'];
  const run = await runWithClient(EvalExport, argv, clientWith({ [BEFORE.id]: '+' }));
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('Cannot write /no/such/folder/rows.csv: there is no such folder.');
});
