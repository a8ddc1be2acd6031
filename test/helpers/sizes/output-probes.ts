import { expect } from 'vitest';
import { ANSWER_VALUES, OUTPUT_ANSWER, OUTPUT_DEPTH, OUTPUT_VALUES } from '../../../src/foundation/sizes.ts';
import { answerWith, startEvaluations } from '../start-evaluations.ts';
import type { Probe, Refused } from './probe.ts';

/** Limits on outputs of an evaluation's rows. */
export const OUTPUT_PROBES = {
  ANSWER_VALUES: () =>
    answersOf(
      () => withTree(ANSWER_VALUES.most - 10),
      () => withTree(ANSWER_VALUES.most + 1),
    ),
  OUTPUT_ANSWER: () => outputsOf(null, 'x'.repeat(OUTPUT_ANSWER.most)),
  OUTPUT_VALUES: () => outputsOf(Array(OUTPUT_VALUES.most - 1).fill(1), Array(OUTPUT_VALUES.most + 1).fill(1)),
  OUTPUT_DEPTH: () => outputsOf(nested(OUTPUT_DEPTH.most), nested(OUTPUT_DEPTH.most + 1)),
} satisfies Record<string, Probe>;

/** @param most - the largest output, stored as it is; `null`: it is not tried */
async function outputsOf(most: unknown, more: unknown): Promise<Refused> {
  return await answersOf(
    () => answerWith(most),
    () => answerWith(more),
    most,
  );
}

/** An answer of so many values beside its output. */
function withTree(values: number): Response {
  return Response.json({ version: '3.0', data: null, content_type: 'text/plain', tree: Array(values).fill(1) });
}

type Answer = () => Response;

/** Evaluates a row whose answer is the most, and one whose answer is more; the evaluation ends all the same. */
async function answersOf(most: Answer, more: Answer, output: unknown = null): Promise<Refused> {
  await using evaluations = await startEvaluations({
    answer: ({ body }) => (body['text'] === 'most' ? most : more)(),
  });
  const ended = await evaluations.run([{ text: 'more' }, { text: 'most' }], {}, { auto_exact_match: {} });
  expect(ended.status.value).toBe('EVALUATION_FINISHED_WITH_ERRORS');
  const rows = await evaluations.readRows(ended.id);
  const [refused, stored] = rows.map(({ outputs }) => outputs[0]?.result);
  expect(stored).toMatchObject({ value: output });
  return { by: String(refused?.type), words: String(refused?.error?.message) };
}

function nested(levels: number): unknown {
  let value: unknown[] = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}
