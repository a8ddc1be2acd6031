import { shellWord } from '../../../foundation/shell-word.ts';
import { beforeDoubleDash } from '../arguments/switches.ts';

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
  const flags = PLACES.flatMap(({ flag, takenBy }) => {
    const value = lastValueOf(flag, typed);
    return value === null || value === '' || command.includes(` ${flag}`) || !takenBy.test(command)
      ? []
      : [` ${flag} ${shellWord(value)}`];
  });
  return `${command}${flags.join('')}${step.slice(command.length)}`;
}

/** The words of a command, up to where another one or a file follows. */
const COMMAND = /^wf(?: (?!&&|[|<>(])(?:'[^']*'|"[^"]*"|[^\s'",:;]|[,:;](?! |$))+)+/;

/** Commands that take `--app`; `test/architecture/commands.test.ts` compares them with their definitions. */
export const OF_AN_APP =
  /^wf (?:client|deploy|dev|env|eval|evaluators|export|human-eval|logs?|mcp|open|prune|replay|run|status|usage|variants|testsets (?:check|create)|webhooks create)(?= |$)/;

/** Commands about records of a service. Those that set up or repair a connection name their own. */
const OF_A_SERVICE = new RegExp(`${OF_AN_APP.source}|^wf (?:apps|testsets|webhooks)(?= |$)`);

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
