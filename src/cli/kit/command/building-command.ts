import { describeTypeReport, type TypeReport } from '../../../contract/develop/type-report.ts';
import { startTypeCheck, type TypeCheck } from '../../../use-cases/develop/types/run-compiler.ts';
import type { RequestEvent } from '../../../client/sending/send-once.ts';
import type { OwnService } from '../../../use-cases/deployments/hosted-address.ts';
import type { Session } from '../../../use-cases/session/session.ts';
import { type BuildWarning, describeBuildWarning } from '../../../foundation/build-warning.ts';
import { stripControlCharacters } from '../../../foundation/terminal-text.ts';
import { hasSwitch } from '../arguments/switches.ts';
import { BaseCommand } from './base-command.ts';
import { describeRequest } from './command-ports.ts';

interface TypeFlags {
  readonly check?: boolean | undefined;
  readonly events: boolean;
}

type OnTypes = (event: { readonly type: 'types-check' } & TypeReport) => void;

/** Base of commands that build the workflow, and check its types next to that. */
export abstract class BuildingCommand extends BaseCommand {
  #hasEvents = false;

  #types: { readonly check: TypeCheck; readonly isForProgram: boolean } | undefined;

  #other: Session | undefined;

  /** Starts the check, which ends with the command. */
  protected startTypes(root: string, { check: given, events }: TypeFlags): TypeCheck {
    this.#hasEvents = events;
    const check = startTypeCheck({ root, asked: given ?? null });
    this.#types = { check, isForProgram: events || this.wantsDocument };
    return check;
  }

  /** Waits for the check if a program reads the result, which has the report in it. Users see the result first. */
  protected async typesForProgram(onEvent: OnTypes): Promise<TypeReport | null> {
    if (this.#types?.isForProgram !== true) return null;
    const report = await this.#types.check.report;
    if (report !== null) onEvent({ type: 'types-check', ...report });
    return report;
  }

  /** Waits for the check, and writes what a user must know after the result. */
  protected async typesForUser(): Promise<void> {
    if (this.#types === undefined || this.#types.isForProgram) return;
    const report = await this.#types.check.report;
    const text = report === null ? null : describeTypeReport(report);
    if (text !== null) await this.note(`Warning: ${text}`);
  }

  /** Writes what a build warns of to stderr, also for programs, unless they read it in the events. */
  protected async warnOfBuild(warnings: readonly BuildWarning[]): Promise<void> {
    if (this.#hasEvents) return;
    for (const warning of warnings) await this.warnAbout(describeBuildWarning(warning));
  }

  /** Opens another service than the settings', with the key that is stored for it. It is closed when the command ends. */
  protected async openOther(baseUrl: string): Promise<OwnService> {
    const { io } = this.ports;
    // The variable's key belongs to the service of the settings.
    const { WF_API_KEY: _, ...env } = io.env;
    const flags = { ...this.settingsFlags, baseUrl };
    const settings = await this.ports.resolveSettings({ flags, env, cwd: this.folder });
    const onRequest = (event: RequestEvent) =>
      void io.stderr.write(`${stripControlCharacters(describeRequest(event))}\n`);
    this.#other = await this.ports.openSession(settings, hasSwitch(this.argv, 'debug') ? { onRequest } : {});
    return { client: this.#other.client, credential: settings.credential };
  }

  protected override async finally(): Promise<void> {
    this.#types?.check[Symbol.dispose]();
    await this.#other?.close();
    await super.finally();
  }
}
