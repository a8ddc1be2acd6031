import { expect, test } from 'vitest';
import type { EvaluationRow } from '../../../../src/contract/evaluations/evaluation-row.ts';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { comparedRowsPage } from '../../../../src/ui/evaluations/evaluation-row-pages.ts';
import { displayOf } from '../fixtures.ts';

const EVALUATION: Evaluation = {
  id: '01932c5e-3333-7000-8000-000000000001',
  app_id: '01932c5e-0000-7000-8000-00000000000a',
  project_id: '01932c5e-0000-7000-8000-00000000000b',
  variant_ids: [],
  variant_names: ['default'],
  variant_revision_ids: [],
  revisions: ['2'],
  testset_id: '01932c5e-4444-7000-8000-000000000001',
  testset_name: 'cases',
  status: { type: 'status', value: 'EVALUATION_FINISHED' },
  aggregated_results: [],
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
};

function rowOf(row: number, latency: number, text: string, output: string): EvaluationRow {
  return {
    id: `row-${row}`,
    row,
    evaluation_id: EVALUATION.id,
    inputs: [{ name: 'message', type: 'text', value: text }],
    outputs: [{ result: { type: 'text', value: output }, cost: null, latency }],
    correct_answers: [],
    results: [],
  };
}

test('two rows are shown side by side, figures with units and complete texts', () => {
  const long = 'I was charged twice for the same month. Please refund one of them.';
  const page = comparedRowsPage(
    EVALUATION,
    rowOf(1, 0.0029883030000000302, long, 'billing'),
    rowOf(2, 1.5, 'Hello?', 'general'),
  );
  expect(drawPage(page, displayOf({ columns: 60 }))).toBe(
    [
      'field          row 1                                 row 2',
      'cost           -                                     -',
      'latency        3 ms                                  1.5 s',
      'input message  I was charged twice for the same      Hello?',
      '               month. Please refund one of them.',
      'output         billing                               general',
    ].join('\n'),
  );
});
