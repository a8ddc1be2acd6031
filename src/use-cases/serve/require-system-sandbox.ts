import { UserError } from '../../errors/wf-error.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';

/** Says that deployed code is held by Node alone. */
export const WEAK_SANDBOX =
  "Only Node's permission model holds deployed code here, which does not contain hostile code.";

/** @throws {WF_INVALID_INPUT} when the operating system does not hold deployed code */
export function requireSystemSandbox(kind: SandboxKind): void {
  if (kind !== 'permission-model') return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${WEAK_SANDBOX} --require-sandbox needs bubblewrap or util-linux, on Linux, with user namespaces allowed.`,
    nextSteps: ['apt install bubblewrap', 'wf help security'],
  });
}
