import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startPublicWorld } from '../../helpers/other-services/public-world.ts';

/** Adds test sets and gates to the folder, and reads what evaluators are stored, by their names. */
async function start() {
  const world = await startPublicWorld();
  const files = {
    'answers.csv': 'question,answer\na,b\nc,d\n',
    'two.csv': 'question,answer,label\na,b,c\n',
    'none.csv': 'question,reply\na,b\n',
    'half.gate.json': '{"rules": [{"metric": "exact_match", "minimum": 0.5}]}',
    'theirs.gate.json':
      '{"evaluators": ["exact_match (support)"], "rules": [{"metric": "exact_match (support)", "minimum": 0.5}]}',
    'unknown.gate.json': '{"rules": [{"metric": "exact_mach", "minimum": 0.5}]}',
    'required.gate.json': '{"evaluators": ["json_diff"], "rules": [{"metric": "exact_match", "minimum": 0.5}]}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(world.folder.path(name), text);
  const stored = () => Object.fromEntries(world.state.evaluators.map(({ name, settings }) => [name, settings]));
  const store = (name: string, settings: Readonly<Record<string, unknown>>) =>
    world.state.evaluators.push({
      id: `4a1d0000-0000-4000-8000-00000000000${world.state.evaluators.length}`,
      name,
      key: 'auto_exact_match',
      settings,
    });
  const evaluate = (flags: string) => world.wf(`eval run --variants app.n ${flags}`);
  return { ...world, stored, store, evaluate };
}

const ANSWER = { correct_answer_key: 'correct_answer' };

test('evaluators without settings are completed from the templates of the service, which is told before the start', async () => {
  await using world = await start();
  const run = await world.evaluate(
    '--testset cases.csv --evaluators exact_match,similarity_match,levenshtein_distance:threshold=3,json_diff',
  );
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toMatch(
    /exact_match: completed with correct_answer_key=correct_answer\n(.*\n)*levenshtein_distance:threshold=3: completed with correct_answer_key=correct_answer\n(.*\n)*Evaluating app\.n/,
  );
  expect(world.stored()).toEqual({
    'exact_match (support)': ANSWER,
    'similarity_match (support)': { similarity_threshold: 0.5, ...ANSWER },
    'levenshtein_distance:threshold=3 (support)': { threshold: 3, ...ANSWER },
    'json_diff (support)': { compare_schema_only: false, ...ANSWER },
  });
  await world.evaluate('--testset cases.csv --evaluators exact_match');
  expect(world.state.evaluators).toHaveLength(4);
});

test('the line that `testsets create` proposes next scores the rows', async () => {
  await using world = await start();
  const { stdout } = await world.wf('testsets create cases.csv');
  const [, line = ''] = /Next: wf (.*)$/m.exec(stdout) ?? [];
  expect(await world.wf(line.replace('VARIANT', 'app.n'))).toMatchObject({ exitCode: 0 });
  expect(world.stored()).toEqual({ 'exact_match (support)': ANSWER });
});

test('the only column that can have the expected answers is taken, in a configuration of its own', async () => {
  await using world = await start();
  await world.evaluate('--testset cases.csv --evaluators exact_match');
  const run = await world.evaluate('--testset answers.csv --evaluators exact_match --gate half.gate.json');
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('exact_match: completed with correct_answer_key=answer, as'),
  });
  expect(world.stored()).toEqual({
    'exact_match (support)': ANSWER,
    'exact_match:correct_answer_key=answer (support)': { correct_answer_key: 'answer' },
  });
});

const HAS =
  'two.csv has no column "correct_answer" with the answers that auto_exact_match expects. It has: question, answer, label.';

test.each([
  ['two.csv', 'exact_match', HAS, 'Name another column: --evaluators exact_match:correct_answer_key=answer'],
  [
    'none.csv',
    'exact_match',
    'It has: question, reply.',
    'Name another column: --evaluators exact_match:correct_answer_key=reply',
  ],
  [
    'two.csv',
    'exact_match:correct_answer_key=nope',
    'has no column "nope"',
    '--evaluators exact_match:correct_answer_key=label',
  ],
  [
    'cases.csv',
    'starts_with',
    'needs the setting prefix (prefix), for which this service has no default',
    'Set it: --evaluators starts_with:prefix=VALUE',
  ],
  ['cases.csv', 'regex_test', 'needs the setting regex_pattern', 'Set it: --evaluators regex_test:regex_pattern=VALUE'],
  ['cases.csv', 'tone_check', 'needs the setting tone', 'Set it: --evaluators tone_check:tone=VALUE'],
  [
    'none.csv',
    'tone_check:tone=calm',
    'It has: question, reply.',
    '--evaluators tone_check:tone=calm:answer_column=reply',
  ],
  [
    'cases.csv',
    'regex_test:regex_pattern=a:unicode_sets=true',
    'of this service has no setting "unicode_sets". Its settings: regex_pattern',
    'wf evaluators show auto_regex_test',
  ],
])('%s by %s is refused before anything is written', async (testset, evaluators, message, step) => {
  await using world = await start();
  const run = await world.evaluate(`--testset ${testset} --evaluators ${evaluators}`);
  expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(message) });
  expect(run.stderr).toContain(step);
  expect(world.writes()).toEqual([]);
});

test('a configuration that an older wf stored without settings is replaced, and that is said', async () => {
  await using world = await start();
  world.store('exact_match (support)', {});
  const run = await world.evaluate('--testset cases.csv --evaluators exact_match --gate half.gate.json --json');
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(
      'exact_match (support) lacks settings and would score nothing. exact_match:correct_answer_key=correct_answer was stored and is used instead.',
    ),
  });
  expect(JSON.parse(run.stdout)).toMatchObject({
    evaluations: [{ aggregated_results: [{ evaluator_config: { settings_values: ANSWER }, result: { value: 0.5 } }] }],
  });
  const line = 'eval run --variants app.n --testset cases.csv --evaluators';
  const named = await world.wf([...line.split(' '), 'exact_match (support)']);
  expect(named.exitCode).toBe(0);
  expect(world.state.evaluators).toHaveLength(2);
});

test('settings that are stored under a name are completed, and told', async () => {
  await using world = await start();
  const created = await world.wf('evaluators create close --evaluator similarity_match --set similarity_threshold=0.9');
  expect(created.stdout).toContain(
    "The service applies no defaults, so its template's were added: correct_answer_key=correct_answer.",
  );
  const json = JSON.parse((await world.wf('evaluators create near --evaluator exact_match --json')).stdout);
  expect(json).toMatchObject({ settings_values: ANSWER, completed: ANSWER });
  const refused = await world.wf('evaluators create pre --evaluator starts_with --set case_sensitive=false');
  expect(refused.stderr).toContain(
    'Set it: wf evaluators create pre --evaluator starts_with --set case_sensitive=false --set prefix=VALUE',
  );
  expect(world.stored()).toEqual({
    'close (support)': { similarity_threshold: 0.9, ...ANSWER },
    'near (support)': ANSWER,
  });
  expect((await world.evaluate('--testset cases.csv --evaluators close')).exitCode).toBe(0);
  expect(world.state.evaluators).toHaveLength(2);
});

test('a run that scored no row fails with the reason of the service', async () => {
  await using world = await start();
  await world.evaluate('--testset cases.csv --evaluators exact_match');
  const [evaluator] = world.state.evaluators;
  if (evaluator !== undefined) world.state.evaluators.splice(0, 1, { ...evaluator, settings: {} });
  const id = world.state.evaluations[0]?.id ?? '';
  for (const flags of [[], ['--json'], ['--max-errors', '10']]) {
    const run = await world.wf(['eval', 'watch', id, ...flags]);
    expect(run).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The evaluation of app.n scored no row: No correct answer keys provided.'),
    });
    expect(run.stderr).not.toContain('eval resume');
  }
});

test.each(['half', 'theirs'])('the gate %s names a metric with or without the name of the app', async (gate) => {
  await using world = await start();
  expect((await world.evaluate(`--testset cases.csv --evaluators exact_match --gate ${gate}.gate.json`)).exitCode).toBe(
    0,
  );
  expect((await world.wf(`eval show app.n --gate ${gate}.gate.json`)).exitCode).toBe(0);
});

test.each([
  ['unknown', 'No metric is called "exact_mach". Did you mean exact_match?'],
  ['required', 'No metric is called "json_diff". Available: exact_match, cost, latency.'],
])('the gate %s is refused before anything is written', async (gate, message) => {
  await using world = await start();
  const run = await world.evaluate(`--testset cases.csv --evaluators exact_match --gate ${gate}.gate.json`);
  expect(run).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining(message) });
  expect(world.writes()).toEqual([]);
});

test.each(['exact_match', 'exact_match (support)'])('the metric %s is found wherever it is named', async (metric) => {
  await using world = await start();
  for (const _run of [1, 2]) await world.evaluate('--testset cases.csv --evaluators exact_match');
  const [first = '', second = ''] = world.state.evaluations.map(({ id }) => id);
  const rows = ['eval', 'rows', first, '--where', `${metric}=false`, '--sort', metric, '--json'];
  expect(await world.wf(rows)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"wrong"') });
  const list = ['eval', 'list', '--where', `${metric}>=0.5`, '--json'];
  expect(await world.wf(list)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(second) });
  const compare = ['eval', 'compare', first, second, '--primary', metric, '--json'];
  const { stdout } = await world.wf(compare);
  expect(JSON.parse(stdout)).toMatchObject({ primary: ['exact_match (support)'] });
});

test('voters are shown no column that the test set does not have, and nothing is stored', async () => {
  await using world = await start();
  const run = await world.wf('human-eval create --testset cases.csv --variants app.n --inputs nope');
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain('No column of cases.csv is called "nope". Available: question, correct_answer.');
  expect(world.writes()).toEqual([]);
});

test('the total of a history counts its entries, not the revisions of a variant', async () => {
  await using world = await startPublicWorld({ isHistoryBroken: false });
  for (const variant of ['app.default', 'app.n']) await world.wf(`env deploy production --variant ${variant} --yes`);
  const history = await world.wf('env revisions production --limit 1');
  expect(history).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('1 of 2 are shown.') });
  const revisions = await world.wf('variants revisions app.n --limit 1');
  expect(revisions).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('1 of 3 are shown.') });
});
