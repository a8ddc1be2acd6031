import { renderToString } from 'ink';
import { expect, test } from 'vitest';
import { Steps } from '../../../../src/ui/live/draw-steps.tsx';
import { createTheme } from '../../../../src/ui/layout/theme.ts';

const draw = (steps: readonly string[], rows = 24) =>
  renderToString(<Steps steps={steps} rows={rows} theme={createTheme(false)} />, { columns: 30 });

test('finished steps have a sign, and long ones are truncated', () => {
  expect(draw(['Bundling src/index.ts', 'Uploading 12 KB', 'Read /a, /b, /c, /d, /e, /f, /g'])).toBe(
    ['✓ Bundling src/index.ts', '✓ Uploading 12 KB', '⠋ Read /a, /b, /c, /d, /e, /f…'].join('\n'),
  );
});

test('a low window shows the last steps', () => {
  expect(draw(['one', 'two', 'three'], 5)).toBe(['✓ two', '⠋ three 0 s'].join('\n'));
});

test('a step with several lines is shown on one, and cannot move the cursor', () => {
  expect(draw(['one\n\u001b[2Jtwo'])).toBe('⠋ one [2Jtwo 0 s');
});
