import type { CommandModel, FlagModel } from '../src/use-cases/scripts/completion/command-model.ts';

/** Writes the reference of all commands as Markdown. */
export function toMarkdown(commands: readonly CommandModel[]): string {
  const sections = commands.map((command) =>
    [
      `## wf ${command.id}`,
      command.summary,
      command.description,
      `\`\`\`\n${usageOf(command)}\n\`\`\``,
      table(
        ['Argument', 'Meaning'],
        command.args.map(({ name, description }) => [name.toUpperCase(), description]),
      ),
      table(
        ['Flag', 'Meaning'],
        own(command).map((flag) => [`\`${formOf(flag)}\``, flag.summary]),
      ),
      `\`\`\`sh\n${command.examples.join('\n')}\n\`\`\``,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  const globals = table(
    ['Flag', 'Meaning'],
    globalsOf(commands).map((flag) => [`\`${formOf(flag)}\``, flag.summary]),
  );
  return `${['# Commands of wf', '## Flags of every command', globals, ...sections].join('\n\n')}\n`;
}

/** Writes the manual page, in the macros of man(7). */
export function toManual(commands: readonly CommandModel[]): string {
  const lines = [
    '.TH WF 1',
    '.SH NAME',
    'wf \\- scaffold, try, deploy and evaluate LLM workflows',
    '.SH SYNOPSIS',
    '.B wf',
    '.I COMMAND',
    '[\\fIflags\\fR]',
    '.SH COMMANDS',
    ...commands.flatMap((command) => [
      '.SS ' + roff(usageOf(command)),
      roff(command.summary),
      ...(command.description === '' ? [] : ['.PP', roff(command.description)]),
      ...command.args.flatMap(({ name, description }) => entry(name.toUpperCase(), description)),
      ...own(command).flatMap((flag) => entry(formOf(flag), flag.summary)),
    ]),
    '.SH FLAGS OF EVERY COMMAND',
    ...globalsOf(commands).flatMap((flag) => entry(formOf(flag), flag.summary)),
  ];
  return `${lines.join('\n')}\n`;
}

function entry(term: string, text: string): string[] {
  return ['.TP', `.B ${roff(term)}`, roff(text)];
}

/** A backslash escapes, a hyphen may be broken at, and a dot or quote at the start of a line is a macro. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}

function usageOf({ id, args, flags }: CommandModel): string {
  const words = args.map(({ name, required, multiple }) => {
    const word = `${name.toUpperCase()}${multiple ? '…' : ''}`;
    return required ? word : `[${word}]`;
  });
  const needed = flags.filter(({ required }) => required).map(formOf);
  return ['wf', id, ...words, ...needed].join(' ');
}

function own({ flags }: CommandModel): FlagModel[] {
  return flags.filter(({ isGlobal }) => !isGlobal);
}

function globalsOf(commands: readonly CommandModel[]): FlagModel[] {
  return commands[0]?.flags.filter(({ isGlobal }) => isGlobal) ?? [];
}

function formOf({ name, char, value }: FlagModel): string {
  return `${char === null ? '' : `-${char}, `}--${name}${value === null ? '' : `=${value}`}`;
}

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), '|---|---|', ...rows.map(line)].join('\n');
}
