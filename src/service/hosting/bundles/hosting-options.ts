import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { Sandbox } from '../../../sandbox/create-sandbox.ts';
import { findSetpriv } from '../../../sandbox/launch-by-node.ts';
import type { EgressRules } from '../../egress/egress-rules.ts';
import type { HostingBackend, KillReason } from '../hosting.ts';
import type { PackagesRule } from '../packages/packages-rule.ts';
import { BUNDLE_START, CALL_SILENCE } from '../../../foundation/sizes.ts';

export interface HostingLimits {
  /** Longest from starting a process to its first "ready". @defaultValue 15,000 */
  readonly startTimeoutMs: number;
  /**
   * Longest wait for an answer to begin, and between two parts of it. Longer than the runtime's own limit, which has a
   * better message and ends one call, not the process.
   *
   * @defaultValue 310,000
   */
  readonly callTimeoutMs: number;
  /** How long a process without calls keeps running. @defaultValue 10 minutes */
  readonly idleMs: number;
  /** Heap of one process. @defaultValue 256 */
  readonly memoryMb: number;
  /** Processes at the same time; `null`: as many as memory and open files allow. @defaultValue null */
  readonly maxProcesses: number | null;
}

export interface HostingOptions {
  /** Confines the processes of bundles. @defaultValue the strongest that this machine has */
  readonly sandbox?: Sandbox;
  /** Script that serves one bundle (see the package's paths). */
  readonly hostScript: URL;
  /** Folder of the service's data; bundles are cached below it. */
  readonly dataDir: string;
  readonly backend: HostingBackend;
  readonly limits?: Partial<HostingLimits>;
  /** Users that bundles run as. @defaultValue the service's own */
  readonly users?: BundleUsers;
  /** Where self-hosted workflows may be, and where bundles may connect to. @defaultValue anywhere */
  readonly egress?: EgressRules | null;
  /** Packages outside of bundles that these may import. @defaultValue none */
  readonly packages?: PackagesRule;
  /** Called when the process of a bundle ended otherwise than by plan. */
  readonly onKilled?: (reason: KillReason) => void;
  readonly now?: () => number;
  /** Lines of a workflow's output that are taken at once. @defaultValue 500 */
  readonly maxLogLines?: number;
}

export const HOSTING_LIMITS: HostingLimits = {
  startTimeoutMs: BUNDLE_START.most * 1000,
  callTimeoutMs: CALL_SILENCE.most * 1000,
  idleMs: 600_000,
  memoryMb: 256,
  maxProcesses: null,
};

/** Numbers of the users that bundles run as. They need no name and no home directory. */
export interface BundleUsers {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads `70000` or `70000-70099`.
 *
 * @throws {WF_USAGE} when it is neither, or names root
 * @throws {WF_INVALID_INPUT} when this service may not switch users on this machine
 */
export function requireBundleUsers(text: string): BundleUsers {
  const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (!(first > 0 && last >= first)) {
    throw new UserError({
      code: 'WF_USAGE',
      message: `${JSON.stringify(text)} is not a user: expected a number above 0, or a range of them.`,
      nextSteps: ['wf serve --bundle-users 70000-70099'],
    });
  }
  if (process.platform === 'linux' && process.getuid?.() === 0 && findSetpriv() !== null) return { first, last };
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message:
      'Bundles can run as separate users only where the service runs as root on Linux, with setpriv of util-linux.',
    nextSteps: ['wf serve'],
  });
}
