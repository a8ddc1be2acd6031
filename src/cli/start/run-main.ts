import { findCommand, type Found } from './find-command.ts';
import { hasHelpSwitch, hasSwitch, hasVersionSwitch } from '../kit/arguments/switches.ts';
import { type Io, PROCESS_IO, writeText } from '../kit/process/io.ts';
import type { CommandTable, Program } from './program.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { hasColor, isDrawable, measureScreen } from '../kit/process/screen.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';

/** Runs one command line. Sets the exit status; the process ends when all output is written. */
export async function runMain(argv: readonly string[], program: Program, io: Io = PROCESS_IO): Promise<void> {
  // Before anything is parsed, so that an error has no colours either.
  if (hasSwitch(argv, 'no-color')) io.env['NO_COLOR'] = '1';
  if (argv[0] === 'version' || hasVersionSwitch(argv)) return answer(() => versionLine(program), argv, io);
  const isHelp = argv[0] === 'help';
  const words = isHelp ? argv.slice(1) : argv;
  const found = findCommand(words, program.ids);
  const page = findHelp({ words, found, wantsHelp: isHelp || hasHelpSwitch(words) }, program);
  if (page !== null) return answer(() => program.readHelp(page), argv, io);
  if (isHelp) return answer(() => readPage(words, program, io), argv, io);
  const { runFound, commands, cacheCode } = await program.loadRunner(found);
  if (found.kind === 'command' && found.argv.join(' ') === 'help' && (await takesNoArgument(found.id, commands)))
    return answer(() => program.readHelp(found.id), argv, io);
  await runFound(found, words, commands, program);
  if ((process.exitCode ?? 0) === 0) cacheCode?.();
}

function versionLine({ version }: Program): string {
  return `wf/${version} ${process.platform}-${process.arch} node-${process.version}\n`;
}

interface AskedHelp {
  readonly words: readonly string[];
  readonly found: Found;
  readonly wantsHelp: boolean;
}

/** Finds the command or topic whose help a line requests; empty: the whole program's; `null`: it requests none. */
function findHelp({ words, found, wantsHelp }: AskedHelp, program: Program): string | null {
  if (words.length === 0) return '';
  switch (found.kind) {
    case 'topic':
      return wantsHelp || found.rest.length === 0 ? found.id : null;
    case 'command':
      return wantsHelp ? found.id : null;
    case 'nothing': {
      // `wf variants help`
      const topic = found.words.at(-1) === 'help' ? findCommand(found.words.slice(0, -1), program.ids) : found;
      if (topic.kind === 'topic') return topic.id;
      return wantsHelp && found.words.length === 0 && words.every((word) => word.startsWith('-')) ? '' : null;
    }
  }
}

/** Answers whether a command takes no argument. Otherwise `help` may be the name of a folder or a record. */
async function takesNoArgument(id: string, commands: CommandTable): Promise<boolean> {
  const { args = {} } = (await commands[id]?.())?.default ?? {};
  return Object.keys(args).length === 0;
}

async function answer(read: () => string | Promise<string>, argv: readonly string[], io: Io): Promise<void> {
  try {
    await writeText(io.stdout, await read());
  } catch (error) {
    // Report an unknown page or a full disk like any other error.
    const { reportError } = await import('../kit/output/report-error.ts');
    process.exitCode = await reportError(error, argv, io);
  }
}

/**
 * Reads the documentation page for `wf help NAME`: laid out for a terminal, unchanged for a pipe.
 *
 * @throws {WF_USAGE} when no page or command has that name
 */
async function readPage(words: readonly string[], program: Program, { stdout, env }: Io): Promise<string> {
  const name = words.join(' ');
  if (!program.pages.some((page) => page.name === name)) throw unknownTopic(name, program);
  const text = await program.readPage(name);
  if (!isDrawable(stdout, env)) return text;
  const { renderProse } = await import('../../ui/layout/text/render-prose.ts');
  return `${renderProse(text, { columns: measureScreen(stdout, env).columns, color: hasColor(stdout, env) })}\n`;
}

function unknownTopic(name: string, { ids, pages }: Program): Error {
  // Suggest only pages and topics for a single word: for `variant`, `variants create` would be wrong.
  const commands = name.includes(' ') ? ids : new Set(ids.map((id) => id.replace(/ .*$/, '')));
  const near = closestNames(name, [...pages.map((page) => page.name), ...commands]);
  const hint = near.length > 0 ? ` Did you mean ${near.map((other) => `wf help ${other}`).join(' or ')}?` : '';
  return usageError(`There is no help for ${JSON.stringify(name)}.${hint}`, ['wf help']);
}
