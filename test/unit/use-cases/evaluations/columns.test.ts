import { describe, expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { parseEvaluatorSpec } from '../../../../src/evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { requireAnswerColumns, requireInputColumns } from '../../../../src/use-cases/evaluations/require-columns.ts';

describe('columns that evaluators read', () => {
  function check(evaluators: string, rows: readonly Record<string, unknown>[]) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return () => requireAnswerColumns({ testset: 'cases.csv', columns, evaluators: parseEvaluatorSpec(evaluators) });
  }

  test('a column that an evaluator reads must exist', () => {
    expect(check('exact_match', [{ message: 'a', answer: 'b' }])).toThrow(
      expect.objectContaining({
        code: 'WF_TESTSET_INVALID',
        message:
          'cases.csv has no column "correct_answer" with the answers that exact_match expects. It has: message, answer.',
        nextSteps: ['Name another column: --evaluators exact_match:correct_answer_key=answer'],
      }),
    );
  });

  test('a test set of one column is checked, and one of unknown columns is not', () => {
    expect(check('exact_match', [{ message: 'a' }])).toThrow('It has: message.');
    expect(check('exact_match', [])).not.toThrow();
  });

  test('where no name is similar, the last column is suggested', () => {
    expect(check('exact_match', [{ message: 'a', note: 'b', label: 'c' }])).toThrow(
      expect.objectContaining({
        nextSteps: ['Name another column: --evaluators exact_match:correct_answer_key=label'],
        details: { column: 'correct_answer', columns: ['message', 'note', 'label'] },
      }),
    );
  });

  test('a similar name is suggested for a mistyped column', () => {
    expect(check('exact_match:correct_answer_key=anwser', [{ answer: 'b', note: 'c' }])).toThrow(
      expect.objectContaining({
        nextSteps: ['Name another column: --evaluators exact_match:correct_answer_key=answer'],
      }),
    );
  });

  test('a column that a setting names must exist', () => {
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
  ])('%s accepts %j', (evaluators, rows) => {
    expect(check(evaluators, rows)).not.toThrow();
  });

  test('a single row of a JSON file may lack the column', () => {
    expect(check('exact_match', [{ message: 'a' }, { message: 'b', correct_answer: 'c' }])).not.toThrow();
  });
});

describe('columns that a route reads', () => {
  const route: RouteSchema = {
    path: '/shout',
    name: 'shout',
    config: null,
    input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    output: null,
    defaults: {},
  };

  test('rows with every input pass', () => {
    expect(() =>
      requireInputColumns({ testset: 'cases.csv', rows: [{ text: 'a', more: 1 }], start: 0, route }),
    ).not.toThrow();
  });

  test('a row without an input is reported with a similar column', () => {
    const rows = [{ text: 'a' }, { txt: 'b', label: 'c' }];
    expect(() => requireInputColumns({ testset: 'cases.csv', rows, start: 0, route })).toThrow(
      expect.objectContaining({
        message: 'Route /shout needs the input "text", which row 2 of cases.csv does not have. It has: txt, label.',
        nextSteps: ['Rename the column txt to text'],
      }),
    );
  });

  test('rows are numbered from the first of the test set, and the routes shown where no column is similar', () => {
    const rows = [{ text: 'a' }, { label: 'c', colour: 'd' }];
    expect(() => requireInputColumns({ testset: 'cases.csv', rows, start: 5, route })).toThrow(
      expect.objectContaining({
        code: 'WF_TESTSET_INVALID',
        message: 'Route /shout needs the input "text", which row 7 of cases.csv does not have. It has: label, colour.',
        nextSteps: ["wf routes, in the project's folder"],
        details: { input: 'text', row: 7, columns: ['label', 'colour'] },
      }),
    );
  });
});
