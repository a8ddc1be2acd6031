import { symlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Evaluation, EvaluationScenario } from '../../src/contract/evaluations/evaluation.ts';
import { runWf } from '../helpers/run-wf.ts';
import { scaffold } from '../helpers/scaffold.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

/** The model server of a template's own test: it reports tokens, as a provider does. */
interface ModelServer extends AsyncDisposable {
  readonly url: string;
}

/** A project from a template, with a model server whose address is in `.env`. */
async function startProject(template: string) {
  const stack = new AsyncDisposableStack();
  const project = stack.use(await tempProject());
  await scaffold(project.root, template);
  await linkPackages(project.root, ['zod', 'openai', 'ai', '@ai-sdk', '@opentelemetry']);
  await symlink(resolve('.'), project.path('node_modules/wfkit'), 'junction');
  const { startModelServer } = (await import(pathToFileURL(project.path('test/model-server.ts')).href)) as {
    startModelServer: (answer: () => string) => Promise<ModelServer>;
  };
  const server = stack.use(await startModelServer(() => 'An answer.'));
  await writeFile(project.path('.env'), `OPENAI_API_KEY=a key for tests\nOPENAI_BASE_URL=${server.url}\n`);
  const wf = async (...args: string[]) => {
    const { stdout, stderr } = await runWf([...args, '--json'], { cwd: project.root });
    if (stdout === '') throw new Error(stderr);
    // Any document; each test states what it expects.
    return JSON.parse(stdout) as Record<string, never>;
  };
  return { wf, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Prices per input and output token of gpt-6-luna, and of text-embedding-3-small. */
const [IN, OUT, EMBEDDING] = [0.1e-6, 0.5e-6, 0.02e-6];

test("summarise shows a call's cost and latency, and an evaluation adds up those of its rows", async () => {
  await using project = await startProject('summarise');
  const { tree } = await project.wf('run', '/', '--input', 'text=Cats sleep.');
  expect(tree).toMatchObject({
    nodes: [
      {
        metrics: {
          acc: {
            costs: { total: expect.closeTo(12 * IN + 5 * OUT, 12) },
            tokens: { prompt: 12, completion: 5, total: 17 },
            duration: { total: expect.any(Number) },
          },
        },
        nodes: { 'gpt-6-luna': { meta: { model: 'gpt-6-luna' } } },
      },
    ],
  });
  await project.wf('deploy');
  await project.wf('eval', 'run', '--testset', 'testsets/texts.csv', '--evaluators', 'similarity_match');
  const [evaluation] = Object.values(await project.wf('eval', 'list')) as unknown as Evaluation[];
  const rows = Object.values(
    await project.wf('eval', 'rows', String(evaluation?.id)),
  ) as unknown as EvaluationScenario[];
  const latencies = rows.map(({ outputs }) => Number(outputs[0]?.latency));
  const cost = 12 * IN + 5 * OUT;
  expect(evaluation?.average_cost?.value).toBeCloseTo(cost, 12);
  expect(evaluation?.total_cost?.value).toBeCloseTo(10 * cost, 12);
  expect(latencies).toHaveLength(10);
  expect(evaluation?.average_latency?.value).toBeCloseTo(latencies.reduce((sum, each) => sum + each, 0) / 10, 9);
});

test('rag adds up the cost of embeddings and answer, and another model has another price', async () => {
  await using project = await startProject('rag');
  const question = 'question=How much deposit for a rented city bicycle?';
  const { tree } = await project.wf('run', '/answer', '--input', question);
  expect(tree).toMatchObject({
    nodes: [
      {
        metrics: {
          acc: { costs: { total: expect.closeTo(12 * IN + 5 * OUT + 6 * EMBEDDING, 12) }, tokens: { total: 23 } },
        },
      },
    ],
  });
  const embedded = await project.wf(
    'run',
    '/embed',
    '--input',
    'text=x',
    '--config',
    'embeddingModel=text-embedding-3-large',
  );
  expect(embedded['tree']).toMatchObject({
    nodes: [{ metrics: { acc: { costs: { total: expect.closeTo(3 * 0.13e-6, 12) } } } }],
  });
});
