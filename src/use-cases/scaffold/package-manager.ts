/** The package managers that `wf init` knows. */
export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** Returns whether a word is the name of a package manager that we know. */
export function isPackageManager(word: string | undefined): word is PackageManager {
  return PACKAGE_MANAGERS.some((name) => name === word);
}

/** What a user types to install a project's packages, to run its tests, and to run `wf` in it. */
export const MANAGER_COMMANDS: Readonly<Record<PackageManager, ManagerCommands>> = {
  npm: { install: 'npm install', test: 'npm test', wf: 'npx wf' },
  pnpm: { install: 'pnpm install', test: 'pnpm test', wf: 'pnpm wf' },
  yarn: { install: 'yarn install', test: 'yarn test', wf: 'yarn wf' },
  // `bun test` is Bun's own test runner.
  bun: { install: 'bun install', test: 'bun run test', wf: 'bunx wf' },
};

interface ManagerCommands {
  readonly install: string;
  readonly test: string;
  readonly wf: string;
}
