import type { NameKind } from '../../choose/list-choices.ts';
import type { ArgModel, CommandModel, FlagModel } from './command-model.ts';

export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** What may follow: known words, and a kind of names to look up. */
export interface Candidates {
  readonly words: readonly Candidate[];
  readonly names: NameKind | null;
  /** Text before the completed name, as in `a,` of `--variants a,b`. */
  readonly before: string;
  /** The words typed so far, which names may depend on. */
  readonly preceding: PrecedingWords;
}

export interface PrecedingWords {
  /** Values of flags, the last of each. */
  readonly flags: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/**
 * Finds candidates for the last word.
 *
 * @param words - the words after `wf`; the last is the one being typed and may be empty
 */
export function findCandidates(words: readonly string[], commands: readonly CommandModel[]): Candidates {
  const typedBefore = words.slice(0, -1);
  const command = findCommand(typedBefore, commands);
  const preceding =
    command === undefined ? { flags: {}, args: [] } : readPreceding(restOf(command, typedBefore), command);
  return { ...findNext(words, command, commands), preceding };
}

function restOf({ id }: CommandModel, typedBefore: readonly string[]): readonly string[] {
  return typedBefore.slice(id.split(' ').length);
}

function readPreceding(rest: readonly string[], command: CommandModel): PrecedingWords {
  const preceding = rest.flatMap((word, index) => {
    const [, name = '', value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    const flag = value === undefined ? valueFlag(rest[index - 1], command) : valueFlag(name, command);
    return flag === undefined ? [] : [[flag.name, value ?? word]];
  });
  return { flags: Object.fromEntries(preceding), args: argWords(rest, command) };
}

type Next = Omit<Candidates, 'preceding'>;

function findNext(
  words: readonly string[],
  command: CommandModel | undefined,
  commands: readonly CommandModel[],
): Next {
  const typed = words.at(-1) ?? '';
  const typedBefore = words.slice(0, -1);
  if (command === undefined) return none(nextWords(typedBefore, commands));
  const rest = restOf(command, typedBefore);
  const awaiting = valueFlag(rest.at(-1), command);
  if (awaiting !== undefined) return ofValue(awaiting, typed);
  const attached = /^(--[\w-]+)=(.*)$/s.exec(typed);
  const flag = attached?.[1] === undefined ? undefined : valueFlag(attached[1], command);
  if (flag !== undefined) return prefixed(ofValue(flag, attached?.[2] ?? ''), `${attached?.[1]}=`);
  if (typed.startsWith('-')) return none(flagsOf(command, rest));
  const more = nextWords(typedBefore, commands);
  const index = argWords(rest, command).length;
  const arg = command.args[index] ?? command.args.find(({ multiple }) => multiple);
  if (arg === undefined) return none(more.length > 0 ? more : flagsOf(command, rest));
  const found = ofValue(arg, typed);
  return { ...found, words: [...more, ...found.words] };
}

function none(words: readonly Candidate[]): Next {
  return { words, names: null, before: '' };
}

function prefixed(found: Next, start: string): Next {
  const words = found.words.map(({ value, description }) => ({ value: `${start}${value}`, description }));
  return { words, names: found.names, before: `${start}${found.before}` };
}

function findCommand(typedBefore: readonly string[], commands: readonly CommandModel[]): CommandModel | undefined {
  for (let length = Math.min(3, typedBefore.length); length > 0; length -= 1) {
    const id = typedBefore.slice(0, length).join(' ');
    const found = commands.find((command) => command.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists the next words of longer commands: topics, and commands of a topic. */
function nextWords(typedBefore: readonly string[], commands: readonly CommandModel[]): Candidate[] {
  const start = typedBefore.length === 0 ? '' : `${typedBefore.join(' ')} `;
  const found = new Map<string, string>();
  for (const { id, summary } of commands) {
    if (!id.startsWith(start)) continue;
    const [word = '', ...others] = id.slice(start.length).split(' ');
    if (!found.has(word)) found.set(word, others.length === 0 ? summary : '');
  }
  return [...found].map(([value, description]) => ({ value, description }));
}

function flagsOf({ flags }: CommandModel, rest: readonly string[]): Candidate[] {
  return flags
    .filter(({ name, multiple }) => multiple || !rest.includes(`--${name}`))
    .map(({ name, summary }) => ({ value: `--${name}`, description: summary }));
}

function valueFlag(word: string | undefined, { flags }: CommandModel): FlagModel | undefined {
  return flags.find(({ name, char, value }) => value !== null && (word === `--${name}` || word === `-${char}`));
}

function argWords(rest: readonly string[], command: CommandModel): string[] {
  return rest.filter((word, index) => !word.startsWith('-') && valueFlag(rest[index - 1], command) === undefined);
}

function ofValue({ options, names, isList }: FlagModel | ArgModel, typed: string): Next {
  const words = options.map((value) => ({ value, description: '' }));
  const before = isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  return { words, names, before };
}
