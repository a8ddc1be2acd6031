import { describeTypeReport, type TypeReport } from '../../../contract/develop/type-report.ts';
import { messageOf, UserError } from '../../../foundation/errors/wf-error.ts';
import { thisMachine } from '../../../project/machine.ts';
import { isTrusted } from '../../../project/settings/trusted-folders.ts';
import { findCompiler, runCompiler, unchecked } from './run-compiler.ts';

export interface TypeCheckOptions {
  /** The project's folder. */
  readonly root: string;
  /** `--check` and `--no-check`; `null`: neither. */
  readonly asked: boolean | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A type check that runs next to a build. Disposal stops it. */
export interface TypeCheck extends Disposable {
  /** `null`: there is nothing to check with, or nobody wants it. */
  readonly report: Promise<TypeReport | null>;
  /**
   * Waits for the check, if its failure is one of the build.
   *
   * @throws {WF_TYPE_ERRORS} when it failed
   */
  require(): Promise<void>;
}

/**
 * Starts to check a project's types. The project's TypeScript is code of the project, and runs as this user: only where
 * the user trusts the folder or asks for the check.
 */
export function startTypeCheck({ root, asked, env }: TypeCheckOptions): TypeCheck {
  const stop = new AbortController();
  const report = check(root, stop.signal, asked, env).catch((error: unknown) => unchecked(messageOf(error)));
  return {
    report,
    require: async () => {
      if (asked === true) requireNoErrors(await report);
    },
    [Symbol.dispose]: () => stop.abort(),
  };
}

async function check(
  root: string,
  signal: AbortSignal,
  asked: boolean | null,
  env: TypeCheckOptions['env'],
): Promise<TypeReport | null> {
  if (asked === false) return null;
  const compiler = findCompiler(root);
  if (compiler === null) return null;
  if (asked !== true && !isTrusted(root, thisMachine(env)))
    return unchecked("A project's TypeScript runs only in folders that you trust: run wf trust, or pass --check.");
  return await runCompiler({ ...compiler, root, signal, stateDir: null });
}

function requireNoErrors(report: TypeReport | null): void {
  const message = report === null ? null : describeTypeReport(report);
  if (message === null) return;
  throw new UserError({ code: 'WF_TYPE_ERRORS', message, nextSteps: ['npx tsc --noEmit'], details: report });
}
