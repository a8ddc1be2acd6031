import { findCommand } from './find-command.ts';
import { hasSwitch } from './has-switch.ts';
import { PROCESS_IO, writeText } from './io.ts';
import type { Program } from './program.ts';

/** Answers one command line. Sets the exit status; the process ends by itself when all is written. */
export async function runMain(argv: readonly string[], program: Program): Promise<void> {
  if (argv[0] === '--version') {
    const { platform, arch, version } = process;
    return writeText(PROCESS_IO.stdout, `wf/${program.version} ${platform}-${arch} node-${version}\n`);
  }
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const found = findCommand(words, program.ids);
  const wantsHelp = words !== argv || words.length === 0 || hasSwitch(words, 'help') || words[0] === '-h';
  const isBare = words.length === 0 || words[0] === '--help' || words[0] === '-h';
  if (found.kind === 'topic' || (wantsHelp && (isBare || found.kind === 'command'))) {
    return showHelp(found.kind === 'nothing' ? '' : found.id, program);
  }
  const { runFound, commands, keep } = await program.loadRunner(found);
  await runFound(found, words, commands, program);
  keep?.();
}

async function showHelp(id: string, program: Program): Promise<void> {
  await writeText(PROCESS_IO.stdout, await program.readHelp(id));
}
