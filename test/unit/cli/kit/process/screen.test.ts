import { expect, test } from 'vitest';
import { hasColor, isDrawable, isInteractive, measureScreen } from '../../../../../src/cli/kit/process/screen.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const terminal = { columns: 100, rows: 30 };

test.each([
  ['a terminal', { terminal }, true],
  ['a pipe', {}, false],
  ['a terminal with NO_COLOR', { terminal, env: { NO_COLOR: '1' } }, false],
  ['a terminal with an empty NO_COLOR', { terminal, env: { NO_COLOR: '' } }, true],
  ['a pipe with FORCE_COLOR', { env: { FORCE_COLOR: '1' } }, true],
  ['a terminal with FORCE_COLOR=0', { terminal, env: { FORCE_COLOR: '0' } }, false],
  ['a pipe with CLICOLOR_FORCE', { env: { CLICOLOR_FORCE: '1' } }, true],
  ['a pipe with CLICOLOR_FORCE=0', { env: { CLICOLOR_FORCE: '0' } }, false],
  ['a terminal with CLICOLOR=0', { terminal, env: { CLICOLOR: '0' } }, false],
  ['a terminal with CLICOLOR=1', { terminal, env: { CLICOLOR: '1' } }, true],
  ['a pipe with CLICOLOR=1', { env: { CLICOLOR: '1' } }, false],
  ['CLICOLOR_FORCE before CLICOLOR', { env: { CLICOLOR_FORCE: '1', CLICOLOR: '0' } }, true],
  ['NO_COLOR before CLICOLOR_FORCE', { terminal, env: { NO_COLOR: '1', CLICOLOR_FORCE: '1' } }, false],
  ['NO_COLOR before FORCE_COLOR', { terminal, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }, false],
  ['a dumb terminal', { terminal, env: { TERM: 'dumb' } }, false],
])('%s gets colours: %j', (_, options, expected) => {
  const io = fakeIo(options);
  expect(hasColor(io.stdout, io.env)).toBe(expected);
});

test.each([
  ['a person at a terminal', { terminal }, true],
  ['a pipe', {}, false],
  ['CI with a terminal', { terminal, env: { CI: 'true' } }, false],
  ['CI=false', { terminal, env: { CI: 'false' } }, true],
  ['a terminal with a file on stdin', { terminal, stdin: 'x' }, false],
])('%s can show prompts: %j', (_, options, expected) => {
  expect(isInteractive(fakeIo(options))).toBe(expected);
});

test('the size is that of the window, otherwise from the environment, otherwise 80 by 24', () => {
  const [window, piped] = [fakeIo({ terminal }), fakeIo()];
  expect(measureScreen(window.stdout, { COLUMNS: '40' })).toEqual({ columns: 100, rows: 30 });
  expect(measureScreen(piped.stdout, { COLUMNS: '40', LINES: '10' })).toEqual({ columns: 40, rows: 10 });
  const unsized = fakeIo({ terminal: { columns: 0, rows: 0 } });
  expect(measureScreen(unsized.stdout, {})).toEqual({ columns: 80, rows: 24 });
  expect(measureScreen(unsized.stdout, { COLUMNS: '40' })).toEqual({ columns: 40, rows: 24 });
  expect(measureScreen(piped.stdout, { COLUMNS: 'wide', LINES: '-1' })).toEqual({ columns: 80, rows: 24 });
});

test('only a terminal that is not dumb supports drawing', () => {
  const { stdout } = fakeIo({ terminal });
  expect([isDrawable(stdout, {}), isDrawable(stdout, { TERM: 'dumb' }), isDrawable(fakeIo().stdout, {})]).toEqual([
    true,
    false,
    false,
  ]);
});
