import { expect, test } from 'vitest';
import { hasBrowser } from '../../../../../src/cli/kit/process/open-browser.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const onTerminal = (env: Record<string, string>) => fakeIo({ terminal: { columns: 80, rows: 24 }, env });

test('a page opens only where somebody sits at a screen', () => {
  expect(hasBrowser(onTerminal({}), 'darwin')).toBe(true);
  expect(hasBrowser(onTerminal({}), 'win32')).toBe(true);
  expect(hasBrowser(onTerminal({}), 'linux')).toBe(false);
  expect(hasBrowser(onTerminal({ DISPLAY: ':0' }), 'linux')).toBe(true);
  expect(hasBrowser(onTerminal({ WAYLAND_DISPLAY: 'wayland-0' }), 'linux')).toBe(true);
  expect(hasBrowser(fakeIo({ env: { DISPLAY: ':0' } }), 'linux')).toBe(false);
});

test.each(['CI', 'SSH_CONNECTION', 'SSH_TTY'])('no page opens where %s is set', (name) => {
  expect(hasBrowser(onTerminal({ [name]: '1' }), 'darwin')).toBe(false);
});
