import { findCommand } from '../../../src/cli/start/find-command.ts';
import type { CommandDefinition, Definition } from './required-forms.ts';
import { VALUE_FORMS } from './value-forms.ts';

/** Lists the forms that a line of a shell types, as in `variants create --set @FILE`. */
export function typedForms(line: string, commands: readonly CommandDefinition[]): string[] {
  const ids = commands.map(({ id }) => id);
  return readCommands(line).flatMap((words) => {
    const found = findCommand(words, ids);
    const command = found.kind === 'command' ? commands.find(({ id }) => id === found.id) : undefined;
    if (found.kind !== 'command' || command === undefined) return [];
    return formsOfArguments([...found.argv], command).map((form) => `${command.id} ${form}`);
  });
}

function formsOfArguments(argv: string[], { flags, args, baseFlags }: CommandDefinition): string[] {
  const all = { ...baseFlags, ...flags };
  const forms: string[] = [];
  const counts = new Map<string, number>();
  const positional: string[] = [];
  while (argv.length > 0) {
    const word = argv.shift() ?? '';
    if (word === '--') positional.push(...argv.splice(0));
    else if (word === '-' || !word.startsWith('-')) positional.push(word);
    else {
      const [, typed = '', , inline] = /^(--?[\w-]+)(=(.*))?$/s.exec(word) ?? [];
      const [name, flag] = findFlag(typed, all);
      if (flag === undefined) continue;
      const value = flag.type === 'boolean' ? undefined : (inline ?? argv.shift() ?? '');
      if (!typed.startsWith('--no-') || name.startsWith('no-')) forms.push(`--${name}`);
      forms.push(typed, ...(value === undefined ? [] : formsOfValue(`--${name}`, value, flag)));
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  for (const [name, count] of counts) if (count > 1) forms.push(`--${name} repeated`);
  return [...forms, ...formsOfPositional(positional, args)];
}

function formsOfPositional(words: readonly string[], args: CommandDefinition['args']): string[] {
  const names = Object.keys(args);
  return words.flatMap((word, index) => {
    const name = names[Math.min(index, names.length - 1)] ?? '';
    const isRepeated = index >= names.length;
    const written = name.toUpperCase();
    const definition = args[name] ?? {};
    return [written, ...(isRepeated ? [`${written} repeated`] : []), ...formsOfValue(written, word, definition)];
  });
}

function formsOfValue(written: string, value: string, { options = [] }: Definition): string[] {
  const forms = VALUE_FORMS.filter(({ typed }) => typed.test(value)).map(({ name }) => name);
  return [...options.filter((option) => option === value), ...forms].map((form) => `${written} ${form}`);
}

function findFlag(typed: string, flags: Readonly<Record<string, Definition>>): [string, Definition | undefined] {
  const name = typed.replace(/^--?/, '');
  const entry = Object.entries(flags).find(
    ([long, { char, aliases = [], allowNo = false }]) =>
      (typed.startsWith('--') && (long === name || aliases.includes(name) || (allowNo && name === `no-${long}`))) ||
      (!typed.startsWith('--') && char === name),
  );
  return entry ?? [name, undefined];
}

/** A quoted text, the end of a command, or characters of a word. */
const PART = /'([^']*)'|"((?:[^"\\]|\\.)*)"|(\|\||&&|[|;&<>()\n])|(\s+)|(\$\{[^}]*\}|\\.|[^\s'"|;&<>()\\]+)/gs;

/** Lists the words after each `wf` of a line, up to the end of its command. */
function readCommands(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = () => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = () => {
    endWord();
    // `timeout 3 wf …` and `NAME=VALUE wf …` run it, too.
    const at = words.indexOf('wf');
    if (at !== -1) commands.push(words.slice(at + 1));
    words = [];
  };
  for (const [, single, double, operator, space, plain] of line.matchAll(PART)) {
    if (operator === '<' || operator === '>') endWord();
    else if (operator !== undefined) endCommand();
    else if (space !== undefined) endWord();
    else word = (word ?? '') + (single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? plain?.replace(/^\\/, '') ?? '');
  }
  endCommand();
  return commands;
}
