import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { hasBrowser, openBrowser } from '../../../../../src/cli/kit/process/open-browser.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';
import { tempFolder } from '../../../../helpers/temp-folder.ts';

const terminal = { columns: 80, rows: 24 };

test.each([
  ['a terminal on a Mac', true, 'darwin', { terminal }],
  ['a terminal on Windows', true, 'win32', { terminal }],
  ['a terminal on Linux without a screen', false, 'linux', { terminal }],
  ['a terminal on Linux with X', true, 'linux', { terminal, env: { DISPLAY: ':0' } }],
  ['a terminal on Linux with Wayland', true, 'linux', { terminal, env: { WAYLAND_DISPLAY: 'wayland-0' } }],
  ['a pipe', false, 'linux', { env: { DISPLAY: ':0' } }],
  ['CI', false, 'darwin', { terminal, env: { CI: '1' } }],
  ['a connection from elsewhere', false, 'darwin', { terminal, env: { SSH_CONNECTION: '1' } }],
  ['a terminal from elsewhere', false, 'darwin', { terminal, env: { SSH_TTY: '1' } }],
])('%s can open a page: %j', (_, expected, platform, options) => {
  expect(hasBrowser(fakeIo(options), platform)).toBe(expected);
});

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['linux', 'xdg-open', 'https://wf.test/?a=1&b'],
  ['darwin', 'open', 'https://wf.test/?a=1&b'],
  ['win32', 'rundll32', 'url.dll,FileProtocolHandler https://wf.test/?a=1&b'],
])('on %s, %s opens a page', async (platform, program, words) => {
  await using folder = await tempFolder();
  const script = `#!/bin/sh\necho "$@" > "$0.part" && mv "$0.part" "$0.done"\n`;
  await writeFile(folder.path(program), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder.root}:${process.env['PATH']}`);
  openBrowser('https://wf.test/?a=1&b', platform);
  const read = () => readFile(folder.path(`${program}.done`), 'utf8').catch(() => '');
  await expect.poll(read).toBe(`${words}\n`);
});

test('without such a program, nothing happens', async () => {
  vi.stubEnv('PATH', '/nonexistent');
  openBrowser('https://wf.test', 'linux');
  await new Promise((resolve) => setImmediate(resolve));
});
