import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { evaluationsOf, GateFields } from '../../../../src/playground/variants/gate-fields.tsx';

function evaluationOf(
  id: string,
  revision: number,
  value = 'EVALUATION_FINISHED',
  created_at = '2026-11-20T11:00:00Z',
) {
  const record = { id, variant_names: ['tuned'], revisions: [revision], status: { type: 'status', value }, created_at };
  return { ...record, testset_name: 'cases' } as unknown as Evaluation; // only the fields that are read
}

test('only finished evaluations of the revision count, newest first', () => {
  const all = [
    evaluationOf('a', 2),
    evaluationOf('b', 3, 'EVALUATION_FINISHED_WITH_ERRORS'),
    evaluationOf('c', 3, 'EVALUATION_STARTED'),
    evaluationOf('d', 3, 'EVALUATION_FINISHED', '2026-11-21T11:00:00Z'),
  ];
  expect(evaluationsOf(all, 'tuned@3').map(({ id }) => id)).toEqual(['d', 'b']);
});

test('the evaluation is chosen from those of the revision, the baseline from all others', () => {
  const html = renderToStaticMarkup(
    createElement(GateFields, {
      gate: 'release.gate.yaml',
      deployed: 'tuned@3',
      evaluations: [evaluationOf('b', 3)],
      others: { records: [evaluationOf('a', 2), evaluationOf('b', 3)], finder: null },
      choice: { evaluation: 'b', baseline: '' },
      onChange: () => undefined,
    }),
  );
  const options = [...html.matchAll(/<option value="(\w*)"/g)].map(([, id]) => id);
  expect(options).toEqual(['', 'b', '', 'a']);
  expect(html).toContain('tuned@3 on cases, 2026-11-20 11:00</option>');
  expect(html).not.toContain('There is no finished evaluation');
});

test('a revision that nobody evaluated says so', () => {
  const props = { gate: 'g', deployed: 'tuned@4', evaluations: [], choice: { evaluation: '', baseline: '' } };
  const others = { records: null, finder: null };
  const html = renderToStaticMarkup(createElement(GateFields, { ...props, others, onChange: () => undefined }));
  expect(html).toContain('There is no finished evaluation of tuned@4 yet.');
});
