import { resolve } from 'node:path';
import type { Interfaces } from '@oclif/core';
import { Command } from '@oclif/core/command';
import { isWfError, missingArgumentOf } from '../../../foundation/errors/wf-error.ts';
import type { Settings } from '../../../project/resolve-settings.ts';
import { stripControlCharacters } from '../../../foundation/terminal-text.ts';
import type { Listing } from '../../../ui/browse/row-sources.ts';
import type { Session } from '../../../use-cases/session/session.ts';
import { BASE_FLAGS, type SharedFlags } from '../define/flags.ts';
import type { ListingContext } from '../browse/browse-listing.ts';
import { boundedBy } from '../process/interruption.ts';
import type { AddedArguments } from '../prompts/ask-missing.ts';
import type { AppSession } from './app-session.ts';
import { type CommandPorts, createPorts } from './command-ports.ts';
import { createCommandSession } from './session-hooks.ts';
import { describeDeprecations } from '../arguments/describe-deprecations.ts';
import type { EventRenderer, Follower } from '../output/follow-events.ts';
import { writeData, writeText } from '../process/io.ts';
import { parseArguments } from '../arguments/parse-arguments.ts';
import { requireFolder } from '../arguments/require-folder.ts';
import { takeJsonFields } from '../arguments/switches.ts';
import { readKeyboard } from '../process/read-keyboard.ts';
import { canAsk, isInteractive } from '../process/screen.ts';
import { shellLine } from '../../../foundation/shell-word.ts';
import { type AskedForm, showResult, type WarnedResult } from '../output/show-result.ts';
import { type DocumentForm, documentFormOf, writeDocument } from '../output/write-document.ts';

/**
 * Base of every command: parse, call one use case, hand the result to one view.
 *
 * @example
 * await this.parse(AppsList);
 * const { client } = await this.session();
 * const apps = await client.listApps({});
 * await this.show({ json: apps, view: () => appsView(apps) });
 */
export abstract class BaseCommand extends Command {
  static override baseFlags = BASE_FLAGS;

  /** The command's access to the outside world. A caller may replace it before `execute`. */
  ports: CommandPorts = createPorts();

  #flags: SharedFlags = {};
  #form: DocumentForm | null = null;
  #folder = '.';
  #settings: Promise<Settings> | undefined;
  #session: Promise<Session> | undefined;
  #followers: { close(): Promise<void> }[] = [];
  readonly #hooks = createCommandSession(() => ({ ports: this.ports, argv: this.argv, line: this.#line() }));

  execute(): Promise<unknown> {
    return this._run();
  }

  /** Fires on Ctrl-C. A command that uses it stops itself; others are terminated. */
  protected get signal(): AbortSignal {
    return this.ports.interruption.signal;
  }

  /** Fires as `signal` does, and when `--timeout` is over: it also bounds waits. Call `parse` first. */
  protected async waitSignal(): Promise<AbortSignal> {
    const { timeoutMs } = await this.settings();
    return this.#flags.timeout === undefined ? this.signal : boundedBy(this.signal, timeoutMs.value);
  }

  /** Parses the arguments with oclif, and describes its errors like all others. */
  protected override async parse<
    Flags extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    BaseFlags extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    Args extends Interfaces.OutputArgs<Interfaces.ArgInput>,
  >(
    options?: Interfaces.Input<Flags, BaseFlags, Args>,
    argv: string[] = this.argv,
  ): Promise<Interfaces.ParserOutput<Flags, BaseFlags, Args>> {
    const { flags = {}, baseFlags = {}, args = {} } = options ?? this.ctor;
    const { argv: words, fields } = takeJsonFields(argv);
    const parsed = await parseArguments(words, { flags: { ...baseFlags, ...flags }, args });
    this.parsed = true;
    const used = { command: this.id ?? '', argv: words, definitions: { ...baseFlags, ...flags }, fields };
    for (const warning of describeDeprecations(this.ctor, used)) await this.warnAbout(warning);
    this.#flags = parsed.flags;
    this.#form = documentFormOf(this.#flags, fields);
    if (this.#flags['no-color']) this.ports.io.env['NO_COLOR'] = '1';
    if (this.#flags.trust) this.ports.io.env['WF_TRUST'] = '1';
    if (this.#flags.interactive) {
      const { requireTerminal } = await import('../browse/browse-listing.ts');
      requireTerminal(this.ports.io, this.#line(words.filter((word) => word !== '--interactive')));
    }
    // `parseArguments` returns exactly the flags and arguments of the given definitions.
    return parsed as unknown as Interfaces.ParserOutput<Flags, BaseFlags, Args>;
  }

  /** Folder that the command works in: the current one, or the one that the user named. */
  protected get folder(): string {
    return resolve(this.ports.io.cwd, this.#folder);
  }

  /** Where values given as files and as `-` are read from. */
  protected get source(): { readonly cwd: string; readonly stdin: AsyncIterable<unknown> } {
    const { argv, ports, ctor } = this;
    const stdin = readKeyboard({ io: ports.io, argv, flags: ctor.flags, say: (text) => this.note(text) });
    return { cwd: this.folder, stdin };
  }

  /** Works in the folder of an argument, with the settings of its project. Call before `settings`. */
  protected enter(folder: string | undefined): void {
    if (folder !== undefined) this.#folder = requireFolder(this.ports.io.cwd, folder);
  }

  /** Settings of this run, each from the source with the highest precedence. Call `parse` first. */
  protected settings(): Promise<Settings> {
    this.#settings ??= this.readSettings().then(async (settings) => {
      for (const warning of settings.warnings) await this.note(`Warning: ${warning}`);
      return settings;
    });
    return this.#settings;
  }

  /** Uses the settings flags of another command line. Call before `settings`. */
  protected useFlags({ profile, timeout, app, 'base-url': baseUrl }: Readonly<Record<string, string>>): void {
    const flags = { profile, timeout, app, 'base-url': baseUrl };
    this.#flags = { ...this.#flags, ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value)) };
  }

  /** Reads the settings again: the project's file may change while a long command runs. */
  protected async readSettings(): Promise<Settings> {
    return await this.ports.resolveSettings({ flags: this.settingsFlags, env: this.ports.io.env, cwd: this.folder });
  }

  /** Flags that choose settings. Call `parse` first. */
  protected get settingsFlags() {
    const { profile, timeout, app, 'base-url': baseUrl } = this.#flags;
    return { profile, baseUrl, timeout, app };
  }

  /** Opens the configured service once, and closes it when the command ends. Call `parse` first. */
  protected session(): Promise<Session> {
    this.#session ??= this.settings().then((settings) =>
      this.ports.openSession(settings, this.#hooks.hooksOf(settings, this.#flags.debug ?? false)),
    );
    return this.#session;
  }

  /** Opens the service, and names the app that the settings choose. Call `parse` first. */
  protected async appSession(): Promise<AppSession> {
    const { app } = await this.settings();
    const { client, url } = await this.session();
    return { client, url, app: app.value, onWarning: this.onWarning };
  }

  /** Whether a program reads the result: the flags request a document, parts of it, or ids. */
  protected get wantsDocument(): boolean {
    return this.#form !== null;
  }

  /** Writes the result: one JSON document under `--json`, otherwise the view for this output. */
  protected async show({ warning = null, ...result }: WarnedResult): Promise<void> {
    await this.warnAbout(warning);
    const json = warning === null ? result.json : { ...(result.json as object), warning }; // records only
    const typed = [...(this.id ?? '').split(' '), ...this.argv];
    await showResult({ typed, ...result, json }, this.ports.io, this.askedForm);
  }

  /** Form of the result that the flags request; `null`: the view for this output. */
  protected get askedForm(): AskedForm {
    const { tsv, markdown } = this.#flags;
    return this.#form ?? (tsv ? 'tsv' : markdown ? 'markdown' : null);
  }

  /** Writes one of a series of results: a line of JSON under `--json`, otherwise the text. */
  protected async showPart(json: unknown, text: string): Promise<void> {
    const { stdout } = this.ports.io;
    if (this.#form === null) await writeText(stdout, `${text}\n`);
    else await writeData(stdout, await writeDocument(json, this.#form, 0));
  }

  /** Shows an interactive list full screen until the user quits. */
  protected async browse<Row>(list: (context: ListingContext) => Promise<Listing<Row>>): Promise<void> {
    const { browseListing } = await import('../browse/browse-listing.ts');
    const context = { settings: await this.settings(), session: await this.session(), folder: this.folder };
    await browseListing(await list(context), this.ports.io);
  }

  /** Writes a note to stderr, unless a program reads the result. */
  protected async note(text: string): Promise<void> {
    if (!this.wantsDocument) await this.remark(text);
  }

  /** Writes a line about the result to stderr, also for programs. */
  protected async remark(text: string): Promise<void> {
    await writeText(this.ports.io.stderr, `${stripControlCharacters(text)}\n`);
  }

  /** Writes a warning about the result to stderr, also for programs; `null`: none. */
  protected async warnAbout(warning: string | null): Promise<void> {
    if (warning !== null) await this.remark(`Warning: ${warning}`);
  }

  protected readonly onWarning = (warning: string): void => void this.warnAbout(warning);

  /** Asks for confirmation, unless `--yes` was given. Throws if the user declines or there is no terminal. */
  protected async confirm(question: string): Promise<void> {
    if (this.#flags.yes) return;
    const { confirm } = await import('../prompts/ask-line.ts');
    await confirm(question, this.ports.io, this.#line());
  }

  /**
   * Asks for confirmation of a change that can be undone, but only on a terminal and without `--yes`: scripts need no
   * `--yes`. Returns whether it asked.
   *
   * @param ask - creates the question, or returns `null` if there is nothing to ask; not called without a terminal
   */
  protected async confirmAtTerminal(ask: () => Promise<string | null>): Promise<boolean> {
    const { io } = this.ports;
    if (this.#flags.yes === true || io.stdout.isTTY !== true || !isInteractive(io)) return false;
    const question = await ask();
    if (question !== null) await this.confirm(question);
    return question !== null;
  }

  /** Opens the output of events of long work. It is closed when the command ends; call `close()` before `show`. */
  protected async follow<Event>(view: EventRenderer<Event>): Promise<Follower<Event>> {
    const { followEvents } = await import('../output/follow-events.ts');
    const { events = false } = this.#flags;
    const follower = await followEvents(view, this.ports.io, { ndjson: events, quiet: this.wantsDocument });
    this.#followers.push(follower);
    return follower;
  }

  protected override async init(): Promise<void> {
    // oclif's own init warns of deprecated commands on the process's stderr; `parse` does on the command's.
  }

  /** Whether somebody at a terminal may be asked. */
  protected get canAsk(): boolean {
    return canAsk(this.argv, this.ports.io);
  }

  /** Asks on a terminal for a missing flag or argument, or for trust, then runs the command again. */
  protected override async catch(error: unknown): Promise<unknown> {
    const missing = missingArgumentOf(error);
    const isUntrusted = isWfError(error) && error.code === 'WF_NOT_TRUSTED';
    if ((missing === null && !isUntrusted) || !this.canAsk) throw this.#hooks.explain(error);
    try {
      await (missing === null ? this.#askTrust(error) : this.#ask(missing, error));
      this.#settings = undefined;
      return await this.run();
    } catch (next) {
      if (next === error) throw error;
      return await this.catch(next);
    }
  }

  async #askTrust(error: unknown): Promise<void> {
    const { askTrust } = await import('../prompts/ask-trust.ts');
    await askTrust(error, this.ports.io);
    if ((await this.#session?.catch(() => null)) === null) this.#session = undefined;
  }

  /** Adds the missing flag or argument to the command line, and prints the whole command. */
  async #ask(missing: string, error: unknown): Promise<void> {
    const { askMissing, parsePresent } = await import('../prompts/ask-missing.ts');
    const definitions = { flags: { ...this.ctor.baseFlags, ...this.ctor.flags }, args: this.ctor.args };
    const present = await parsePresent(takeJsonFields(this.argv).argv, definitions);
    this.#flags = present.flags;
    this.#settings = undefined;
    const words = await askMissing({
      ...definitions,
      missing,
      given: present.argv,
      io: this.ports.io,
      listChoices: async (kind, given) => {
        const { listChoices } = await import('../../../use-cases/choose/list-choices.ts');
        const { orMissing } = await import('../../../client/public/is-missing.ts');
        const settings = await this.settings();
        return await orMissing(listChoices(kind, { settings, openSession: () => this.session(), given }));
      },
    });
    if (words === null) throw error;
    await this.addArguments(words);
  }

  /** Adds what the user answered to the command line, and prints the whole command. */
  protected async addArguments({ flags = [], args = [] }: Partial<AddedArguments>): Promise<void> {
    this.argv = [...flags, ...this.argv, ...args];
    await writeText(this.ports.io.stderr, `> ${this.#line()}\n`);
  }

  /** The command as a user would type it. */
  #line(argv: readonly string[] = this.argv): string {
    return shellLine(['wf', ...(this.id ?? '').split(' '), ...argv]);
  }

  protected override async finally(): Promise<void> {
    for (const follower of this.#followers) await follower.close();
    const session = await this.#session?.catch(() => undefined);
    if (session !== undefined) await this.#hooks.close(session, await this.settings());
  }
}
