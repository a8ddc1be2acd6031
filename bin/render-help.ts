import { CommandHelp, Config, Help, type Command, type Interfaces } from '@oclif/core';
import type { DocsPage } from '../src/cli/start/program.ts';
import { HELP_GROUPS, OTHER_COMMANDS } from './help-groups.ts';
import { listPages } from './list-pages.ts';

/**
 * Renders all help pages with oclif: the program's (empty id), then those of topics and commands.
 *
 * @param root - folder of this package
 */
export async function renderHelp(root: string): Promise<Map<string, string>> {
  const config = await Config.load({ root, devPlugins: false, userPlugins: false });
  const pages = new Map([['', await render(config, [], listPages(root))]]);
  for (const { name } of config.topics) pages.set(name.replaceAll(':', ' '), await render(config, [name]));
  for (const { id } of config.commands) pages.set(id.replaceAll(':', ' '), await render(config, [id]));
  return pages;
}

async function render(config: Interfaces.Config, argv: string[], pages: readonly DocsPage[] = []): Promise<string> {
  const help = new PageHelp(config, { maxWidth: 80, stripAnsi: true }, pages);
  await help.showHelp(argv.flatMap((id) => id.split(':')));
  // Help must not mention the build machine's platform and Node version.
  return `${help.lines
    .join('\n')
    .trimEnd()
    .replace(/(\w+\/\S+) \S+ node-\S+/, '$1')}\n`;
}

/** oclif's help, collected instead of printed. It modifies commands, so it gets copies. */
class PageHelp extends Help {
  readonly lines: string[] = [];
  readonly #pages: readonly DocsPage[];

  constructor(config: Interfaces.Config, options: Partial<Interfaces.HelpOptions>, pages: readonly DocsPage[]) {
    super(config, options);
    this.#pages = pages;
  }

  protected override CommandHelpClass = CommandHelpOnce;

  protected override async showRootHelp(): Promise<void> {
    this.log(this.formatRoot(), '');
    for (const [title, names] of this.#groups()) {
      this.log(this.section(title, this.#list(names.map((name) => [name, this.#summaryOf(name)]))), '');
    }
    this.log(this.section('PAGES (wf help NAME)', this.#list(this.#pages.map(({ name, title }) => [name, title]))), '');
  }

  /** Every command and topic of the first level, in its group. */
  #groups(): (readonly [string, readonly string[]])[] {
    const all = [...this.sortedTopics.map(({ name }) => name), ...this.sortedCommands.map(({ id }) => id)];
    const names = [...new Set(all.filter((name) => !name.includes(':')))];
    const grouped = new Set(Object.values(HELP_GROUPS).flat());
    const groups = Object.entries(HELP_GROUPS).map(
      ([title, members]) => [title, members.filter((name) => names.includes(name))] as const,
    );
    return [...groups, [OTHER_COMMANDS, names.filter((name) => !grouped.has(name))] as const].filter(
      ([, members]) => members.length > 0,
    );
  }

  #summaryOf(name: string): string {
    const command = this.sortedCommands.find(({ id }) => id === name);
    const topic = this.sortedTopics.find((found) => found.name === name);
    return command?.summary ?? topic?.description ?? '';
  }

  #list(rows: [string, string][]): string {
    return this.renderList(rows, { indentation: 2, stripAnsi: true });
  }

  protected override log(...args: string[]): void {
    this.lines.push(...args);
  }

  protected override get sortedCommands(): Command.Loadable[] {
    return super.sortedCommands.map((command) => ({ ...command }));
  }

  protected override get sortedTopics(): Interfaces.Topic[] {
    return super.sortedTopics.map((topic) => ({ ...topic }));
  }

  override showCommandHelp(command: Command.Loadable): Promise<void> {
    return super.showCommandHelp({ ...command, usage: usageOf(command) });
  }
}

/** oclif repeats a command's summary, which is the first line of its page, above its description. */
class CommandHelpOnce extends CommandHelp {
  protected override description(): string | undefined {
    const { description } = this.command;
    return description === undefined || description === this.command.summary ? undefined : this.wrap(description);
  }
}

/**
 * Creates the usage line with everything required. oclif's own lists all flags, and garbles those that exclude each
 * other.
 */
function usageOf({ id, args, flags }: Command.Loadable): string {
  const words = Object.values(args).map(({ name, required }) =>
    required === true ? name.toUpperCase() : `[${name.toUpperCase()}]`,
  );
  const needed = Object.values(flags).filter(({ required }) => required === true);
  const switches = needed.map((flag) => `--${flag.name} ${helpValueOf(flag)}`);
  return [id.replaceAll(':', ' '), ...words, ...switches, '[FLAGS]'].join(' ');
}

function helpValueOf(flag: Command.Flag.Cached): string {
  const value = 'helpValue' in flag ? flag.helpValue : undefined;
  return typeof value === 'string' ? value : flag.name.toUpperCase();
}
