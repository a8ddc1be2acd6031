import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../src/contract/evaluations/evaluation.ts';
import { runWf } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

/** Each way that a row can end its process, with the reported reason. */
const POISON = new Map([
  ['leave', /its process ended with exit code 3/],
  ['abort', /its process was ended by SIGABRT/],
  ['hoard', /its process (exceeded its|used more than) \d+ MB/],
]);

const WORKFLOW = `
import { route } from 'wfkit';
import * as z from 'zod';

const input = z.object({ text: z.string() });

export const echo = route('/echo', { input }, async ({ input }) => {
  // By then, other calls run in the same process.
  await new Promise((done) => setTimeout(done, 20));
  if (input.text === 'leave') process.exit(3);
  if (input.text === 'abort') process.abort();
  const kept = [];
  while (input.text === 'hoard') kept.push(new Array(1e6).fill(kept.length));
  return input.text;
});
`;

const WORDS = [...POISON.keys()];
/** One poisoned row in forty. */
const CASES = Array.from({ length: 120 }, (_, index) => {
  const text = (index % 40 === 17 ? WORDS[Math.floor(index / 40)] : undefined) ?? `t${index}`;
  return { text, correct_answer: text };
});

test('rows that exit the process fail with the reason, and other rows are answered', async () => {
  await using project = await tempProject({
    'wf.config.ts': `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'p', entry: 'flow.ts' });\n`,
    'flow.ts': WORKFLOW,
    'cases.json': JSON.stringify(CASES),
  });
  const cwd = project.root;
  expect(await runWf(['deploy'], { cwd })).toMatchObject({ exitCode: 0 });
  const run = ['eval', 'run', '--testset', 'cases.json', '--route', '/echo', '--evaluators', 'exact_match'];
  expect(await runWf(run, { cwd })).toMatchObject({ exitCode: 1 });
  const { stdout } = await runWf(['eval', 'rows', 'default', '--limit', '200', '--json'], { cwd });
  // `--json` prints wire records.
  const rows = JSON.parse(stdout) as EvaluationScenario[];
  const failed = rows.flatMap(({ inputs, outputs }) => {
    const [output] = outputs;
    return output?.result.type === 'error' ? [[inputs[0]?.value, output.result.error?.message]] : [];
  });
  expect(failed).toEqual([...POISON].map(([text, words]) => [text, expect.stringMatching(words)]));
  expect(rows.filter(({ outputs }) => outputs[0]?.result.type === 'text')).toHaveLength(CASES.length - POISON.size);
});
