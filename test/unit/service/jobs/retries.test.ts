import { expect, test } from 'vitest';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { hostWorkflow } from '../../../helpers/host-workflow.ts';
import { startEvaluations } from '../../../helpers/start-evaluations.ts';
import { closedPort } from '../../../helpers/start-http-server.ts';
import { type ModelAnswer, type ModelRequest, startModelServer } from '../../../helpers/start-model-server.ts';

const RATE = { batch_size: 4, max_retries: 2, retry_delay: 0, delay_between_batches: 0 };
/** What a provider does first, and then no more. */
const PASSING = ['408', '409', '425', '429', '500', '502', '503', '504', '529', 'close'];

/** A provider that fails once as the last message says, and always for a text with `stays`. */
async function startTroubledModels() {
  const asked: string[] = [];
  const server = await startModelServer(({ body }: ModelRequest): ModelAnswer => {
    const messages = body['messages'] as readonly { readonly content: string }[]; // as the protocol has it
    const text = messages.at(-1)?.content ?? '';
    const what = /\b(\d{3}|close|hang)\b/i.exec(text)?.[1]?.toLowerCase();
    const isFirst = !asked.includes(text);
    asked.push(text);
    const said = body['response_format'] === undefined ? 'OK' : { explanation: 'Good.', score: 5 };
    if (what === undefined || !(isFirst || /stays/i.test(text))) return { content: said };
    return what === 'close' || what === 'hang'
      ? what
      : { status: Number(what), text: '{"error":{"message":"trouble"}}' };
  });
  return Object.assign(server, { asked, count: (text: string) => asked.filter((each) => each === text).length });
}

const rowsOf = (texts: readonly string[]) => texts.map((text) => ({ text, correct_answer: 'OK' }));

test("a provider's trouble that passes fails no row, and the workflow's own errors are not repeated", async () => {
  await using models = await startTroubledModels();
  const variables = { MODELS: models.baseUrl, NOBODY: `http://127.0.0.1:${await closedPort()}/v1` };
  await using workflow = await hostWorkflow('troubled.ts', { variables });
  await using world = await startEvaluations({ hosting: workflow.hosting });
  const { id } = await world.run(rowsOf([...PASSING, '401', '500 stays', 'bug', 'refused']), { rate_limit: RATE });
  const rows = await world.readRows(id);
  const failures = rows.flatMap(({ inputs: [input], outputs: [output] }) =>
    output?.result.type === 'error' ? [[input?.value, output.result.error?.message]] : [],
  );
  expect(failures).toEqual([
    ['401', 'It answered 401.'],
    ['500 stays', 'It answered 500.'],
    ['bug', 'It broke.'],
    ['refused', expect.stringMatching(/^fetch failed: ECONNREFUSED 127\.0\.0\.1:\d+$/)],
  ]);
  expect(PASSING.map(models.count)).toEqual(PASSING.map(() => 2));
  expect([models.count('401'), models.count('500 stays')]).toEqual([1, 3]);
  // What the provider asks for comes through the channel of the process, and through its socket.
  const asked = await workflow.askProcess('/run', { text: '503 stays' });
  const { headers } = await workflow.call('/run', { text: '429 stays' });
  const own = await workflow.askProcess('/run', { text: 'bug' });
  expect(asked).toMatchObject({ status: 503, retryAfter: '1', shouldRetry: true });
  expect([headers.get('retry-after'), headers.get('x-should-retry')]).toEqual(['1', 'true']);
  expect(own).toMatchObject({ status: 500, retryAfter: null, shouldRetry: false });
});

test('judges have the retries of the evaluation, and its time limit', async () => {
  await using models = await startTroubledModels();
  await using world = await startEvaluations({
    tools: { ...NO_TOOLS, environment: async () => ({ OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: models.baseUrl }) },
  });
  const judgeWith = async (texts: readonly string[], call_seconds: number) => {
    const more = { rate_limit: RATE, options: { call_seconds } };
    const { id } = await world.run(rowsOf(texts), more, { auto_ai_critique: { model: 'm' } });
    const rows = await world.readRows(id);
    return rows.map(({ results: [scored] }) => scored?.result);
  };
  expect((await judgeWith(PASSING, 60)).map((result) => result?.value)).toEqual(PASSING.map(() => 5));
  const [stays] = await judgeWith(['503 stays'], 60);
  const [slow] = await judgeWith(['hang stays'], 0.5);
  expect(slow).toMatchObject({
    error: {
      message: 'Model m could not be called: The call took longer than 0.5 s (--call-timeout) and was abandoned.',
    },
    cost: null,
  });
  expect(stays).toMatchObject({ error: { message: expect.stringContaining('503 trouble') } });
});
