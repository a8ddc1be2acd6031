/** How strongly processes can be held on this machine, from the strongest. */
export const SANDBOX_KINDS = ['bubblewrap', 'namespaces', 'permission-model'] as const;

/**
 * `bubblewrap` and `namespaces` (util-linux): the operating system holds the process. `permission-model`: only Node
 * does, which is a guard-rail and does not contain hostile code.
 */
export type SandboxKind = (typeof SANDBOX_KINDS)[number];
