import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../src/contract/deployments/route-schema.ts';
import {
  answerWith,
  type RouteCall,
  shout,
  startEvaluations,
  type TestEvaluations,
  TEXT_ROUTE,
} from '../../helpers/start-evaluations.ts';
import { testedDatabase } from '../../helpers/tested-database.ts';

const TONE: RouteSchema = { path: '/tone', name: 'tone', config: null, input: null, output: null, defaults: {} };
const STRICT: RouteSchema = {
  ...TONE,
  config: { type: 'object', properties: { strict: { type: 'boolean', default: false } } },
  defaults: { strict: false },
};

/** A service whose workflow was deployed with an evaluator of its own, which answers so. */
async function start(judge: (call: RouteCall) => Response, evaluator = TONE) {
  const judged: RouteCall[] = [];
  const answer = (call: RouteCall): Response => {
    if (!call.path.endsWith(evaluator.path)) return shout(call);
    judged.push(call);
    return judge(call);
  };
  const host = await startEvaluations({ database: testedDatabase(), answer });
  const code = new TextEncoder().encode('export const createApp = 1;');
  const artifact_sha256 = createHash('sha256').update(code).digest('hex');
  await host.service.send('PUT', `/artifacts/${artifact_sha256}`, { body: code });
  const [app] = await host.json<{ app_id: string }[]>('/apps');
  const deployed = await host.service.send('POST', `/apps/${app?.app_id}/deployments`, {
    body: {
      variant_name: 'main',
      artifact_sha256,
      routes: [TEXT_ROUTE],
      sdk_version: '0.1.0',
      evaluators: { artifact_sha256, schemas: [evaluator] },
    },
  });
  expect(deployed.status).toBe(200);
  return { host, judged };
}

/** The scores of the rows of an evaluation, in order. */
const scoresOf = async (host: TestEvaluations, id: string) =>
  (await host.readRows(id)).map(({ results }) => results[0]?.result);

test('an evaluator of the project gets the output, the row, what is expected and its settings', async () => {
  const { host, judged } = await start(() => answerWith({ score: 0.5, reason: 'fine' }), STRICT);
  await using _ = host;
  const row = { text: 'in', label: 'good' };
  const { id } = await host.run([row], { correct_answer_column: 'label' }, { tone: { strict: true } });
  expect(judged).toEqual([
    {
      path: '/playground/run/tone',
      revisionId: null,
      body: { output: 'IN', expected: 'good', row, cost: 0.001, latency: 0.005, ag_config: { strict: true } },
    },
  ]);
  expect(await scoresOf(host, id)).toMatchObject([{ type: 'number', value: 0.5, reason: 'fine' }]);
});

const failed = (detail: object) => () => Response.json({ detail }, { status: 500 });
const error = (message: string, stacktrace: string | null = null) => ({
  type: 'error',
  error: { message, stacktrace },
});
const IN_EVALUATOR = 'Error: gone\n    at judge (evaluators/tone.ts:3:9)';
const ELSEWHERE = 'Error: gone\n    at judge (src/other.ts:3:9)';

/** What an evaluator answers to a row, and the result of the row. */
const ANSWERS: readonly (readonly [() => Response, object])[] = [
  [() => answerWith({ score: true }, null), { type: 'bool', value: true }],
  [() => answerWith({ score: 1 }, { total: 0.25 }), { type: 'number', value: 1, cost: 0.25 }],
  [() => Response.json({ data: { score: 1 } }), { type: 'number', value: 1 }],
  [() => answerWith({ score: 'good' }), error('The evaluator returned no score.')],
  [() => answerWith('good'), error('The evaluator returned no score.')],
  [() => answerWith(null), error('The evaluator returned no score.')],
  [failed({ message: 'gone' }), error('tone: gone')],
  [failed({ message: 'gone', stacktrace: IN_EVALUATOR }), error('gone (evaluators/tone.ts:3:9)', IN_EVALUATOR)],
  [failed({ message: 'gone', stacktrace: ELSEWHERE }), error('tone: gone', ELSEWHERE)],
];

test('an evaluator of the project gives a score with its cost, or an error that names its line', async () => {
  const { host } = await start(({ body }) => ANSWERS[Number(body['output'])]?.[0]() ?? expect.unreachable());
  await using _ = host;
  const rows = ANSWERS.map((__, index) => ({ text: `${index}` }));
  const { id } = await host.run(rows, {}, { tone: {} });
  expect(await scoresOf(host, id)).toMatchObject(ANSWERS.map(([, result]) => result));
});

test('an evaluator of the project whose process is not available is asked again', async () => {
  let calls = 0;
  const { host } = await start(() => {
    calls += 1;
    return calls === 1 ? new Response('', { status: 503 }) : answerWith({ score: 1 });
  });
  await using _ = host;
  const { id } = await host.run([{ text: 'in' }], {}, { tone: {} });
  expect(await scoresOf(host, id)).toMatchObject([{ type: 'number', value: 1 }]);
});
