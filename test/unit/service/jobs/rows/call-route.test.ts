import { expect, test } from 'vitest';
import type { EvaluationJob } from '../../../../../src/service/evaluations/evaluation-job.ts';
import type { EvaluationPlan } from '../../../../../src/service/evaluations/plan/plan-evaluation.ts';
import type { HostedQuestion, Hosting } from '../../../../../src/service/hosting/hosting.ts';
import { createCallRoute } from '../../../../../src/service/jobs/rows/call-route.ts';

const { signal } = new AbortController();

/** Calls a route with a text, and returns the attempt and what hosting was asked. */
async function callRoute(url: string | null, path: string) {
  const questions: HostedQuestion[] = [];
  const hosting = {
    ask: async (question: HostedQuestion) => {
      questions.push(question);
      return { status: 200, text: '{"data":"done"}', retryAfter: null };
    },
  } as unknown as Hosting; // what is called of it
  const job = { deployment: { id: 'd', url }, revisionId: 'r' } as EvaluationJob; // what is read of it
  const plan = { route: { path }, config: { words: 20 } } as unknown as EvaluationPlan; // what is read of it
  const attempt = await createCallRoute(hosting, job, plan)({ text: 'hello' }, signal);
  return { attempt, questions: questions.map(({ body, ...rest }) => ({ ...rest, body: JSON.parse(body) as unknown })) };
}

test.each([
  ['/', '/run?inline=true'],
  ['/summarise', '/run/summarise?inline=true'],
])('the hosted route %s is called as in production, with its revision', async (path, called) => {
  const { attempt, questions } = await callRoute(null, path);
  expect(attempt).toMatchObject({ kind: 'answered', output: 'done' });
  const deployment = { id: 'd', url: null };
  expect(questions).toEqual([{ deployment, path: called, revisionId: 'r', signal, body: { text: 'hello' } }]);
});

test.each([
  ['/', '/playground/run'],
  ['/summarise', '/playground/run/summarise'],
])('the route %s at an address is called with the configuration', async (path, called) => {
  const { questions } = await callRoute('https://flow.example/', path);
  const body = { text: 'hello', ag_config: { words: 20 } };
  const deployment = { id: 'd', url: 'https://flow.example/' };
  expect(questions).toEqual([{ deployment, path: called, revisionId: 'r', signal, body }]);
});
