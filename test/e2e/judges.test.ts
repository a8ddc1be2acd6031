import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { type ModelAnswer, type ModelRequest, startModelServer } from '../helpers/start-model-server.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { tempProject } from '../helpers/temp-project.ts';

const CONFIG = `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'judged', entry: 'flow.ts' });\n`;
const FLOW = `import { entrypoint, route } from 'wfkit';
import * as z from 'zod';
export default entrypoint({ input: z.object({ text: z.string() }) }, async ({ input: { text } }) => ({
  answer: \`\${process.env['PREFIX']} is \${text}.\`,
  contexts: ['Paris is the capital.'],
}));
export const plain = route('/plain', { input: z.object({ text: z.string() }) }, async ({ input: { text } }) => text);
`;
const FILES = {
  'wf.config.ts': CONFIG,
  'flow.ts': FLOW,
  'cases.jsonl': '{"text":"old","correct_answer":"Paris is old."}\n{"text":"big","correct_answer":"Paris is big."}\n',
};

/** Answers each judge in the structure that it asks for. */
const ANSWERS: Readonly<Record<string, object>> = {
  critique: { explanation: 'Fine.', score: 8 },
  verdict: { reasons: 'The same.', choice: 'C' },
  statements: { statements: ['It is so'] },
  verdicts: { verdicts: [{ statement: 1, reason: 'in the text', supported: true }] },
  relevant: { relevant: [1] },
};

function answerJudge({ path, body }: ModelRequest): ModelAnswer {
  if (path.endsWith('/embeddings')) return { vectors: [[2, 0], [5, 0]] }; // prettier-ignore
  // The protocol's request for a structure.
  const format = body['response_format'] as { readonly json_schema?: { readonly name?: string } } | undefined;
  return { content: ANSWERS[format?.json_schema?.name ?? ''] ?? 'What?' };
}

const RAG = 'question_key=testcase.text:answer_key=output.answer:contexts_key=output.contexts';
const JUDGES = `ai_critique,factuality,rag_faithfulness:${RAG},rag_context_relevancy:${RAG}`;

test('every judge asks its model in the built program', async () => {
  await using models = await startModelServer(answerJudge);
  await using project = await tempProject({ ...FILES, '.env': `PREFIX=Paris\nOPENAI_BASE_URL=${models.baseUrl}\n` });
  const wf = (...words: string[]) => runWf(words, { cwd: project.root });
  expect(await wf('deploy')).toMatchObject({ exitCode: 0 });
  const judge = async (route: string, evaluators: string): Promise<number[]> => {
    const words = ['--testset', 'cases.jsonl', '--route', route, '--evaluators', evaluators, '--json'];
    const run = await wf('eval', 'run', ...words);
    expect([run.exitCode, run.stderr]).toEqual([0, expect.not.stringContaining('rror')]);
    const [evaluation] = JSON.parse(run.stdout);
    return evaluation.aggregated_results.map((one: { result: { value: number } }) => one.result.value);
  };
  expect(await judge('/', JUDGES)).toEqual([8, 1, 1, 1]);
  expect(await judge('/plain', 'semantic_similarity')).toEqual([1]);
  // Faithfulness asks twice.
  expect(models.requests).toHaveLength(12);
});

test('a server evaluates anew when a variable of the project changes, and not when a key does', async () => {
  await using models = await startModelServer(answerJudge);
  await using project = await tempProject(FILES);
  const write = async (prefix: string, key: string) =>
    await writeFile(project.path('.env'), `PREFIX=${prefix}\nOPENAI_API_KEY=${key}\n`);
  await write('Paris', 'first');
  await using server = await startWfServe(project.root, [], {
    env: { OPENAI_API_KEY: 'of the service', OPENAI_BASE_URL: models.baseUrl },
  });
  const wf = (...words: string[]) => runWf([...words, '--base-url', server.url], { cwd: project.root });
  expect(await wf('deploy')).toMatchObject({ exitCode: 0 });
  /** The outputs, how many were stored, and the requests of judges so far. */
  const evaluate = async () => {
    const run = await wf(
      'eval',
      'run',
      '--testset',
      'cases.jsonl',
      '--route',
      '/',
      '--evaluators',
      'ai_critique',
      '--json',
    );
    expect(run.exitCode).toBe(0);
    const [{ id }] = JSON.parse(run.stdout);
    const rows = JSON.parse((await wf('eval', 'rows', id, '--json')).stdout);
    const outputs = rows.map((row: { outputs: { result: { value: { answer: string } } }[] }) => row.outputs[0]);
    return {
      answers: outputs.map((output: { result: { value: { answer: string } } }) => output.result.value.answer),
      stored: outputs.filter((output: { reused?: boolean }) => output.reused).length,
      judged: models.requests.length,
    };
  };
  const paris = ['Paris is old.', 'Paris is big.'];
  expect(await evaluate()).toEqual({ answers: paris, stored: 0, judged: 2 });
  expect(await evaluate()).toEqual({ answers: paris, stored: 2, judged: 2 });
  await write('Paris', 'second');
  expect(await evaluate()).toEqual({ answers: paris, stored: 2, judged: 2 });
  await write('Rome', 'second');
  expect(await evaluate()).toEqual({ answers: ['Rome is old.', 'Rome is big.'], stored: 0, judged: 4 });
  await write('Paris', 'third');
  expect(await evaluate()).toEqual({ answers: paris, stored: 2, judged: 4 });
});
