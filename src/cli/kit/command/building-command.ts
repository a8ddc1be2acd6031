import { describeTypeReport, type TypeReport } from '../../../contract/develop/type-report.ts';
import { startTypeCheck, type TypeCheck } from '../../../use-cases/develop/types/run-compiler.ts';
import { BaseCommand } from './base-command.ts';

interface TypeFlags {
  readonly check?: boolean | undefined;
  readonly events: boolean;
}

type OnTypes = (event: { readonly type: 'types-check' } & TypeReport) => void;

/** Base of commands that build the workflow, and check its types next to that. */
export abstract class BuildingCommand extends BaseCommand {
  #types: { readonly check: TypeCheck; readonly isForProgram: boolean } | undefined;

  /** Starts the check, which ends with the command. */
  protected startTypes(root: string, { check: given, events }: TypeFlags): TypeCheck {
    const check = startTypeCheck({ root, asked: given ?? null, env: this.ports.io.env });
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

  protected override async finally(): Promise<void> {
    this.#types?.check[Symbol.dispose]();
    await super.finally();
  }
}
