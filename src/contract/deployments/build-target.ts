/** Platforms that a workflow can be built for. @source design §5 */
export const BUILD_TARGETS = ['node', 'container', 'cloudflare', 'lambda'] as const;

export type BuildTarget = (typeof BUILD_TARGETS)[number];
