import type { Sandbox } from '../../../sandbox/create-sandbox.ts';
import type { HostingBackend } from '../hosting.ts';
import type { EgressRules } from '../../egress/egress-rules.ts';
import type { PackagesRule } from '../packages/packages-rule.ts';
import type { BundleUsers } from './bundle-users.ts';

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
  readonly now?: () => number;
  /** Lines of a workflow's output that are taken at once. @defaultValue 500 */
  readonly mostLogLines?: number;
}

export const HOSTING_LIMITS: HostingLimits = {
  startTimeoutMs: 15_000,
  callTimeoutMs: 310_000,
  idleMs: 600_000,
  memoryMb: 256,
};
