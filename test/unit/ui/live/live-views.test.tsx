import { renderToString } from 'ink';
import { expect, test } from 'vitest';
import type { EvaluationProgress } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { Evaluations, Steps } from '../../../../src/ui/live/draw-evaluation-progress.tsx';
import { createTheme } from '../../../../src/ui/layout/theme.ts';
import { displayOf } from '../fixtures.ts';

const PROGRESS: EvaluationProgress = {
  type: 'evaluation-progress',
  evaluation_id: 'e-1',
  variant: 'formal',
  status: { type: 'status', value: 'EVALUATION_STARTED' },
  is_taken: true,
  rows: 4,
  done: 3,
  errors: 0,
  calls: 3,
  cost: null,
  latency: null,
};

test('an evaluation that no process runs is waiting', () => {
  expect(draw([{ ...PROGRESS, is_taken: false }], 80, 24)[1]).toMatch(/ 75 % · waiting$/);
});

test.each([
  [100, 3, 4, `${'█'.repeat(37)}${'░'.repeat(13)}  75 % … running`],
  [50, 3, 4, `${'█'.repeat(15)}${'░'.repeat(5)}  75 % … running`],
  [32, 2, 3, '███░░  66 % … running'],
  [50, 0, 0, `${'░'.repeat(20)}   0 % … running`],
  [50, 4, 4, `${'█'.repeat(20)} 100 % … running`],
])('on %i columns, %i of %i rows are a bar', (columns, done, rows, bar) => {
  expect(draw([{ ...PROGRESS, done, rows }], columns, 24)[1]).toBe(bar);
});

test.each([
  [3, 1],
  [6, 1],
  [7, 2],
  [24, 3],
])('a window of %i lines shows %i evaluations', (rows, shown) => {
  const all = ['e-1', 'e-2', 'e-3'].map((id) => ({ ...PROGRESS, evaluation_id: id }));
  expect(draw(all, 80, rows)).toHaveLength(2 * shown);
});

function draw(all: readonly EvaluationProgress[], columns: number, rows: number): string[] {
  const screen = <Evaluations all={all} display={displayOf({ columns, rows })} theme={createTheme(false)} />;
  return renderToString(screen, { columns }).split('\n');
}

const drawSteps = (steps: readonly string[], rows = 24) =>
  renderToString(<Steps steps={steps} rows={rows} theme={createTheme(false)} />, { columns: 30 });

test('finished steps have a sign, and long ones are truncated', () => {
  expect(drawSteps(['Bundling src/index.ts', 'Uploading 12 KB', 'Read /a, /b, /c, /d, /e, /f, /g'])).toBe(
    ['✓ Bundling src/index.ts', '✓ Uploading 12 KB', '⠋ Read /a, /b, /c, /d, /e, /f…'].join('\n'),
  );
});

test('a low window shows the last steps', () => {
  expect(drawSteps(['one', 'two', 'three'], 5)).toBe(['✓ two', '⠋ three 0 s'].join('\n'));
});

test('a step with several lines is shown on one, and cannot move the cursor', () => {
  expect(drawSteps(['one\n\u001b[2Jtwo'])).toBe('⠋ one [2Jtwo 0 s');
});
