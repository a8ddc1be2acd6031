/** How strongly processes can be confined on this machine, from the strongest. */
export const SANDBOX_KINDS = ['bubblewrap', 'namespaces', 'permission-model'] as const;

/**
 * `bubblewrap` and `namespaces` (util-linux): the operating system holds the process. `permission-model`: only Node
 * does, which is a guard-rail that hostile code can escape.
 */
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** What may hold a bundle, with the names that docs/security.md gives them. */
export const CONFINEMENTS = {
  bubblewrap: 'bubblewrap',
  namespaces: 'util-linux',
  'bundle-users': 'Node alone, with `--bundle-users`',
  'permission-model': 'Node alone',
  elsewhere: 'macOS, Windows',
} as const satisfies Record<SandboxKind | 'bundle-users' | 'elsewhere', string>;
export type Confinement = keyof typeof CONFINEMENTS;

/** Something that a hostile bundle may try. */
interface Protection {
  /** Completes "a bundle cannot …"; Markdown. */
  readonly attempt: string;
  readonly preventedBy: readonly Confinement[];
}

const BY_THE_SYSTEM: readonly Confinement[] = ['bubblewrap', 'namespaces'];
const FROM_OTHER_USERS: readonly Confinement[] = [...BY_THE_SYSTEM, 'bundle-users'];
const ON_LINUX: readonly Confinement[] = [...FROM_OTHER_USERS, 'permission-model'];
const ALWAYS: readonly Confinement[] = [...ON_LINUX, 'elsewhere'];

/**
 * What is prevented where. docs/security.md has the same table, and on Linux hostile bundles try each row in each sandbox:
 * neither can claim more than what holds.
 */
export const PROTECTIONS = {
  files: {
    attempt:
      "read, list or write files other than its own through `node:fs`, including `/proc` and other bundles' files",
    preventedBy: ALWAYS,
  },
  programs: { attempt: 'start processes or threads, load native code, open a debugger', preventedBy: ALWAYS },
  environment: {
    attempt: "see the service's environment or the descriptors that it inherited",
    preventedBy: ALWAYS,
  },
  channel: { attempt: 'stop or slow down the service through its channel or its output', preventedBy: ALWAYS },
  debugger: { attempt: "open the service's debugger by a signal", preventedBy: ALWAYS },
  loops: { attempt: 'loop for ever', preventedBy: ALWAYS },
  memory: { attempt: 'use more **memory** than its limit, including buffers', preventedBy: ON_LINUX },
  survival: { attempt: '**outlive** a killed service', preventedBy: ON_LINUX },
  databases: {
    attempt: 'read or write **databases** through `node:sqlite`: any file that its user can access',
    preventedBy: FROM_OTHER_USERS,
  },
  leftovers: { attempt: 'leave **files** behind, through `node:sqlite`', preventedBy: BY_THE_SYSTEM },
  buffers: {
    attempt: "fill the system's memory with **buffers of connections** within this machine",
    preventedBy: BY_THE_SYSTEM,
  },
  processes: {
    attempt: '**signal** processes of the same user, the service included',
    preventedBy: FROM_OTHER_USERS,
  },
  network: {
    attempt: 'reach **this machine or its network**: loopback, private, link-local and its own addresses',
    preventedBy: BY_THE_SYSTEM,
  },
} satisfies Record<string, Protection>;

export type ProtectionName = keyof typeof PROTECTIONS;
