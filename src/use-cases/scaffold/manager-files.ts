import type { PackageManager } from './package-manager.ts';
import type { ProjectFile } from './project-file.ts';

export interface ManagerFilesOptions {
  readonly packageManager: PackageManager;
  /** Whether a workspace above names the project's folder: its root has these files then. */
  readonly isMember: boolean;
  /** Whether the project installs its own Node. */
  readonly needsNode: boolean;
}

/** Returns the files that a package manager needs next to `package.json`. */
export function managerFiles({ packageManager, isMember, needsNode }: ManagerFilesOptions): ProjectFile[] {
  if (isMember) return [];
  switch (packageManager) {
    case 'pnpm':
      return [{ path: 'pnpm-workspace.yaml', content: pnpmSettings(needsNode) }];
    case 'yarn':
      return [
        { path: '.yarnrc.yml', content: YARN_SETTINGS },
        // Without it, Yarn takes a project above for the root.
        { path: 'yarn.lock', content: '' },
      ];
    case 'npm':
    case 'bun':
      return [];
  }
}

function pnpmSettings(needsNode: boolean): string {
  return [
    '# Makes this folder a root of its own, also in a repository that is a workspace.',
    "packages: ['.']",
    ...(needsNode ? ['allowBuilds:', '  node: true'] : []),
    '',
  ].join('\n');
}

const YARN_SETTINGS = `# TypeScript 7 does not read the archives of Plug'n'Play.
nodeLinker: node-modules
`;
