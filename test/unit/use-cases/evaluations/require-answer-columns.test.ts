import { expect, test } from 'vitest';
import { parseEvaluatorSpec } from '../../../../src/evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { requireAnswerColumns } from '../../../../src/use-cases/evaluations/require-answer-columns.ts';

function check(evaluators: string, rows: readonly Record<string, unknown>[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return () => requireAnswerColumns({ testset: 'cases.csv', columns, evaluators: parseEvaluatorSpec(evaluators) });
}

test('a column that an evaluator compares with must be there', () => {
  expect(check('exact_match', [{ message: 'a', answer: 'b' }])).toThrow(
    expect.objectContaining({
      code: 'WF_TESTSET_INVALID',
      message:
        'cases.csv has no column "correct_answer" with the answers that exact_match expects. It has: message, answer.',
      nextSteps: ['Name another column: --evaluators exact_match:correct_answer_key=answer'],
    }),
  );
});

test('the near miss of a mistyped column is suggested', () => {
  expect(check('exact_match:correct_answer_key=anwser', [{ answer: 'b', note: 'c' }])).toThrow(
    expect.objectContaining({
      nextSteps: ['Name another column: --evaluators exact_match:correct_answer_key=answer'],
    }),
  );
});

test('a column that is named as one must be there', () => {
  const keys = 'answer_key=output:contexts_key=testcase.sources';
  expect(check(`rag_faithfulness:question_key=testcase.question:${keys}`, [{ question: 'a', source: 'b' }])).toThrow(
    expect.objectContaining({
      code: 'WF_TESTSET_INVALID',
      message: 'cases.csv has no column "sources", which rag_faithfulness reads. It has: question, source.',
      nextSteps: ['wf evaluators show rag_faithfulness'],
    }),
  );
});

test.each([
  ['ai_critique,webhook_test:webhook_url=http://x', [{ text: 'b' }]],
  ['exact_match', [{ correct_answer: 'b' }]],
  ['exact_match:correct_answer_key=answer', [{ answer: 'b' }]],
  ['exact_match:correct_answer_key=testcase.answer', [{ answer: 'b' }]],
  ['starts_with:prefix=a', [{ message: 'a' }]],
  ['rag_faithfulness:question_key=testcase.q:answer_key=output.a:contexts_key=c', [{ q: 'a' }]],
])('%s is content with %j', (evaluators, rows) => {
  expect(check(evaluators, rows)).not.toThrow();
});

test('a row of a JSON file that lacks the column is left to its own result', () => {
  expect(check('exact_match', [{ message: 'a' }, { message: 'b', correct_answer: 'c' }])).not.toThrow();
});
