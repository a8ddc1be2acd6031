import { spawn } from 'node:child_process';
import type { Io } from './io.ts';

/** Returns whether this machine has a screen to open a page on. */
export function hasBrowser({ stdout, env }: Pick<Io, 'stdout' | 'env'>, platform: string = process.platform): boolean {
  if (!stdout.isTTY || env['CI'] || env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens a page in the user's browser. Without one it does nothing: the URL has been printed. */
export function openBrowser(url: string, platform: string = process.platform): void {
  const [command, ...words] = commandFor(url, platform);
  const child = spawn(command, words, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function commandFor(url: string, platform: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  // Not `start`, a shell command: the shell would interpret an `&` in the URL.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}
