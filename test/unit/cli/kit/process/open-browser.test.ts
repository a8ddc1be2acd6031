import { readFile, writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { hasBrowser, openBrowser } from '../../../../../src/cli/kit/process/open-browser.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';
import { tempFolder } from '../../../../helpers/temp-folder.ts';

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

test.each([
  ['linux', 'xdg-open', 'https://wf.test/?a=1&b'],
  ['darwin', 'open', 'https://wf.test/?a=1&b'],
  ['win32', 'rundll32', 'url.dll,FileProtocolHandler https://wf.test/?a=1&b'],
])('on %s, %s opens a page', async (platform, program, words) => {
  await using folder = await tempFolder();
  const script = `#!/bin/sh\necho "$@" > "$0.part" && mv "$0.part" "$0.done"\n`;
  await writeFile(folder.path(program), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder.root}:${process.env['PATH']}`);
  try {
    openBrowser('https://wf.test/?a=1&b', platform);
  } finally {
    vi.unstubAllEnvs();
  }
  const read = () => readFile(folder.path(`${program}.done`), 'utf8').catch(() => '');
  await expect.poll(read).toBe(`${words}\n`);
});

test('without such a program, nothing happens', async () => {
  vi.stubEnv('PATH', '/nonexistent');
  try {
    openBrowser('https://wf.test', 'linux');
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    vi.unstubAllEnvs();
  }
});
