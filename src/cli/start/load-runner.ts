import { cacheCompiledCode } from './cache-compiled-code.ts';
import type { Found } from './find-command.ts';
import { loadCompiled } from './load-compiled.ts';
import type { Runner } from './program.ts';

/** Loads the part of the built program that runs a command. */
export function loadRunner(found: Found, version: string, base: string): Runner {
  cacheCompiledCode();
  const id = found.kind === 'command' ? found.id : '';
  const { exports, cacheCode } = loadCompiled(new URL(COMMANDS_FILE, base), `${version}-${id.replaceAll(' ', '-')}`);
  // The build lets the file export these two.
  return { ...(exports as Omit<Runner, 'cacheCode'>), cacheCode };
}

/** The built file that holds all light commands. */
export const COMMANDS_FILE = 'commands.js';
