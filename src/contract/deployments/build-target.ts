/** Platforms that a workflow can be built for. @source design §5 */
export const BUILD_TARGETS = ['node', 'container', 'cloudflare', 'lambda'] as const;

/** Processors that a platform's packages are installed for, in npm's words. */
export const PACKAGE_CPUS = ['x64', 'arm64'] as const;

export type BuildTarget = (typeof BUILD_TARGETS)[number];
