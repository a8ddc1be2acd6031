/** How strongly processes can be confined on this machine, from the strongest. */
export const SANDBOX_KINDS = ['bubblewrap', 'namespaces', 'permission-model'] as const;

/**
 * `bubblewrap` and `namespaces` (util-linux): the operating system holds the process. `permission-model`: only Node
 * does, which is a guard-rail that hostile code can escape.
 */
export type SandboxKind = (typeof SANDBOX_KINDS)[number];
