import { shellWord } from '../../../foundation/shell-word.ts';
import { beforeDoubleDash } from '../arguments/switches.ts';

/** Repeats where the typed line works in the commands that lines of a result propose. */
export function placeSteps(text: string, typed: readonly string[]): string {
  return text.replaceAll(PROPOSED, (step) => inSamePlace(step, typed));
}

/** What follows the words that propose a command. */
const PROPOSED = /(?<=(?:^|[.:] )(?:Next|(?:Create|Run|Set) (?:one|them)): )wf .*$/gm;

/**
 * Repeats, in a command that a message proposes, the flags of the typed line that say where it works. Without them the
 * command would be refused, or work on another app or service.
 *
 * @param step - a command, or a sentence, which is returned as it is
 * @param typed - the line whose result or error proposes it
 */
export function inSamePlace(step: string, typed: readonly string[]): string {
  const [command] = COMMAND.exec(step) ?? [];
  if (command === undefined) return step;
  return `${inFolder(command, typed)}${step.replaceAll(EACH, (each) => withFlags(each, typed))}`;
}

function withFlags(command: string, typed: readonly string[]): string {
  const flags = PLACES.flatMap(({ flag, takenBy }) => {
    const value = lastValueOf(flag, typed);
    return value === null || value === '' || command.includes(` ${flag}`) || !takenBy.test(command)
      ? []
      : [` ${flag} ${shellWord(value)}`];
  });
  return `${command}${flags.join('')}`;
}

/** Goes to the folder that the typed line names, whose project the command needs; nothing if it names it itself. */
function inFolder(command: string, typed: readonly string[]): string {
  const folder = folderOf(typed);
  if (folder === null || !OF_A_PROJECT.test(command) || command.split(' ').includes(shellWord(folder))) return '';
  return `cd ${shellWord(folder)} && `;
}

function folderOf(typed: readonly string[]): string | null {
  const words = beforeDoubleDash(typed);
  if (!/^(?:build|deploy|dev|routes|trust)$/.test(words[0] ?? '')) return null;
  const isFolder = (word: string, index: number) =>
    index > 0 && !word.startsWith('-') && !WITH_VALUE.test(words[index - 1] ?? '');
  return words.find(isFolder) ?? null;
}

/** Flags of commands in a project's folder whose next word is their value; compared with their definitions, too. */
export const WITH_VALUE =
  /^(?:--(?:app|base-url|cpu|env|jq|label|message|migrate|output|port|profile|target|timeout|url|variant)|-[mo])$/;

/** The words of a command, up to where another one or a file follows. */
const COMMAND = /^wf(?: (?!&&|[|<>(])(?:'[^']*'|"[^"]*"|[^\s'",:;]|[,:;](?! |$))+)+/;
const EACH = new RegExp(`(?:^|(?<= && ))${COMMAND.source.slice(1)}`, 'g');

/** Commands that take `--app`; `test/architecture/commands.test.ts` compares them with their definitions. */
export const OF_AN_APP =
  /^wf (?:client|deploy|dev|env|eval|evaluators|export|human-eval|logs?|mcp|open|prune|replay|run|status|usage|variants|testsets (?:check|create)|webhooks create)(?= |$)/;

/** Commands about records of a service. Those that set up or repair a connection name their own. */
const OF_A_SERVICE = new RegExp(`${OF_AN_APP.source}|^wf (?:apps|doctor|keys|testsets|webhooks|whoami)(?= |$)`);

/** Commands that read the project of the folder. */
const OF_A_PROJECT = new RegExp(`${OF_AN_APP.source}|^wf (?:build|routes)(?= |$)`);

const PLACES = [
  { flag: '--app', takenBy: OF_AN_APP },
  { flag: '--profile', takenBy: OF_A_SERVICE },
  { flag: '--base-url', takenBy: OF_A_SERVICE },
];

function lastValueOf(flag: string, typed: readonly string[]): string | null {
  const words = beforeDoubleDash(typed);
  const index = words.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const word = words[index];
  if (word === undefined) return null;
  return word === flag ? (words[index + 1] ?? null) : word.slice(flag.length + 1);
}
