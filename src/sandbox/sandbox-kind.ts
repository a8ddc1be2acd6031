/** How strongly processes can be confined on this machine, from the strongest. */
export const SANDBOX_KINDS = ['bubblewrap', 'namespaces', 'permission-model'] as const;

/**
 * `bubblewrap` and `namespaces` (util-linux): the operating system holds the process. `permission-model`: only Node
 * does, which is a guard-rail that hostile code can escape.
 */
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** Something that a hostile bundle may try. */
interface Protection {
  /** Completes "a bundle cannot …"; Markdown. */
  readonly attempt: string;
  readonly preventedBy: readonly SandboxKind[];
}

const ALWAYS: readonly SandboxKind[] = ['bubblewrap', 'namespaces', 'permission-model'];
const BY_THE_SYSTEM: readonly SandboxKind[] = ['bubblewrap', 'namespaces'];

/**
 * What each kind of sandbox prevents on Linux. docs/security.md has the same table, and hostile bundles try each row in
 * each kind: neither can claim more than what holds.
 */
export const PROTECTIONS = {
  files: {
    attempt: "read, list or write files through `node:fs`, including `/proc` and other bundles' files",
    preventedBy: ALWAYS,
  },
  programs: { attempt: 'start processes or threads, load native code, open a debugger', preventedBy: ALWAYS },
  environment: {
    attempt: "see the service's environment or the descriptors that it inherited",
    preventedBy: ALWAYS,
  },
  channel: { attempt: 'stop or slow down the service through its channel or its output', preventedBy: ALWAYS },
  debugger: { attempt: "open the service's debugger by a signal", preventedBy: ALWAYS },
  resources: {
    attempt: 'use more memory than its limit, including buffers; loop for ever',
    preventedBy: ALWAYS,
  },
  survival: { attempt: 'outlive a killed service', preventedBy: ALWAYS },
  databases: {
    attempt: 'read or write **databases** through `node:sqlite`: any file that its user can access',
    preventedBy: BY_THE_SYSTEM,
  },
  processes: {
    attempt: '**signal** processes of the same user, the service included',
    preventedBy: BY_THE_SYSTEM,
  },
  network: {
    attempt: 'reach **this machine or its network**: loopback, private, link-local and its own addresses',
    preventedBy: BY_THE_SYSTEM,
  },
} satisfies Record<string, Protection>;

export type ProtectionName = keyof typeof PROTECTIONS;
