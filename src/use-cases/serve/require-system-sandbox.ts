import { UserError } from '../../foundation/errors/wf-error.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';

/** Warns that only Node confines deployed code. */
export const WEAK_SANDBOX = "Only Node's permission model confines deployed code here, and hostile code can escape it.";

/** @throws {WF_INVALID_INPUT} when the operating system does not confine deployed code */
export function requireSystemSandbox(kind: SandboxKind): void {
  if (kind !== 'permission-model') return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${WEAK_SANDBOX} --require-sandbox needs bubblewrap or util-linux, on Linux, with user namespaces allowed.`,
    nextSteps: ['apt install bubblewrap', 'wf help security'],
  });
}
