import { findCommand } from './find-command.ts';
import { hasSwitch } from '../kit/words/has-switch.ts';
import { PROCESS_IO, writeText } from '../kit/process/io.ts';
import type { Program } from './program.ts';

/** Answers one command line. Sets the exit status; the process ends by itself when all is written. */
export async function runMain(argv: readonly string[], program: Program): Promise<void> {
  if (argv[0] === '--version') {
    const { platform, arch, version } = process;
    return writeAnswer(`wf/${program.version} ${platform}-${arch} node-${version}\n`, argv);
  }
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const found = findCommand(words, program.ids);
  const wantsHelp = words !== argv || words.length === 0 || hasSwitch(words, 'help') || words[0] === '-h';
  const isBare = words.length === 0 || words[0] === '--help' || words[0] === '-h';
  if (found.kind === 'topic' || (wantsHelp && (isBare || found.kind === 'command'))) {
    return writeAnswer(await program.readHelp(found.kind === 'nothing' ? '' : found.id), argv);
  }
  const { runFound, commands, keep } = await program.loadRunner(found);
  await runFound(found, words, commands, program);
  keep?.();
}

async function writeAnswer(text: string, argv: readonly string[]): Promise<void> {
  try {
    await writeText(PROCESS_IO.stdout, text);
  } catch (error) {
    // A full disk is told as every other command tells it.
    const { reportError } = await import('../kit/output/report-error.ts');
    process.exitCode = await reportError(error, argv, PROCESS_IO);
  }
}
