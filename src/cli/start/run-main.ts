import { findCommand } from './find-command.ts';
import { hasHelpSwitch } from '../kit/words/has-switch.ts';
import { PROCESS_IO, writeText } from '../kit/process/io.ts';
import type { Program } from './program.ts';

/** Runs one command line. Sets the exit status; the process ends when all output is written. */
export async function runMain(argv: readonly string[], program: Program): Promise<void> {
  if (argv[0] === '--version') {
    const { platform, arch, version } = process;
    return answer(() => `wf/${program.version} ${platform}-${arch} node-${version}\n`, argv);
  }
  const isHelp = argv[0] === 'help';
  const words = isHelp ? argv.slice(1) : argv;
  const found = findCommand(words, program.ids);
  const wantsHelp = isHelp || words.length === 0 || hasHelpSwitch(words);
  const isBare = words.length === 0 || words[0]?.startsWith('-') === true;
  if (found.kind === 'topic' || (wantsHelp && (isBare || found.kind === 'command'))) {
    return answer(() => program.readHelp(found.kind === 'nothing' ? '' : found.id), argv);
  }
  if (isHelp) return answer(() => readPage(words, program), argv);
  const { runFound, commands, cacheCode } = await program.loadRunner(found);
  await runFound(found, words, commands, program);
  cacheCode?.();
}

async function readPage(words: readonly string[], program: Program): Promise<string> {
  const { readTopic } = await import('./read-topic.ts');
  return await readTopic(words, program, PROCESS_IO);
}

async function answer(read: () => string | Promise<string>, argv: readonly string[]): Promise<void> {
  try {
    await writeText(PROCESS_IO.stdout, await read());
  } catch (error) {
    // Report an unknown page or a full disk like any other error.
    const { reportError } = await import('../kit/output/report-error.ts');
    process.exitCode = await reportError(error, argv, PROCESS_IO);
  }
}
