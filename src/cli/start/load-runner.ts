import { cacheCompiledCode } from './cache-compiled-code.ts';
import type { Found } from './find-command.ts';
import { loadCompiled } from './load-compiled.ts';
import type { Runner } from './program.ts';

/** Loads the part of the built program that runs a command. */
export function loadRunner(found: Found, version: string, base: string): Runner {
  cacheCompiledCode();
  const id = found.kind === 'command' ? found.id : '';
  const { exports, keep } = loadCompiled(new URL(commandsFile(id), base), `${version}-${id.replaceAll(' ', '-')}`);
  // The build makes every such file export these two.
  return { ...(exports as Omit<Runner, 'keep'>), keep };
}

/** The built file that holds a command: those of one topic share one, and those without a topic. */
export function commandsFile(id: string): string {
  const words = id.split(' ');
  return words.length > 1 ? `commands-${words[0]}.js` : 'commands.js';
}
