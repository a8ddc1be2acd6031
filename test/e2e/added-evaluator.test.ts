import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

const ROWS = 300;
const CONFIG = `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'judged', entry: 'flow.ts' });\n`;
/** Answers each call differently. */
const FLOW = `import { entrypoint } from 'wfkit';\nimport * as z from 'zod';\nexport default entrypoint({ input: z.object({ text: z.string() }) }, ({ input }) => input.text + crypto.randomUUID());\n`;
const CASES = Array.from({ length: ROWS }, (_, row) => `{"text":"t${row}","correct_answer":"t${row}"}`).join('\n');

test('an added evaluator judges stored answers without calling the route', async () => {
  await using project = await tempProject({ 'wf.config.ts': CONFIG, 'flow.ts': FLOW, 'cases.jsonl': CASES });
  const run = async (...words: string[]) =>
    expect(await runWf(words, { cwd: project.root })).toMatchObject({ exitCode: 0 });
  await run('deploy');
  await run('eval', 'run', '--testset', 'cases.jsonl', '--evaluators', 'exact_match');
  await run('eval', 'run', '--testset', 'cases.jsonl', '--evaluators', 'exact_match,similarity_match');
  const [first, second, ...others] = readEvaluations(project.path('.wf/wf.db'));
  expect(others).toEqual([]);
  expect(first?.map(({ called, judged }) => [called, judged])).toEqual(Array.from({ length: ROWS }, () => [1, 1]));
  expect(second).toEqual(first?.map(({ output }) => ({ output, called: 0, judged: 2 })));
});

interface Row {
  readonly output: unknown;
  readonly called: unknown;
  /** Number of evaluators. */
  readonly judged: unknown;
}

/** The rows of each evaluation, in order. */
function readEvaluations(file: string): Row[][] {
  using database = new DatabaseSync(file);
  const select = database.prepare(`
    select json_extract(o.outputs, '$[0].result.value') as output, o.is_called as called,
      json_array_length(o.results) as judged
    from evaluation_scenarios s join evaluation_outcomes o on o.scenario_id = s.id
    where s.evaluation_id = ? order by s.position`);
  const evaluations = database.prepare('select id from evaluations order by id').all();
  return evaluations.map(({ id }) =>
    select.all(String(id)).map(({ output, called, judged }) => ({ output, called, judged })),
  );
}
