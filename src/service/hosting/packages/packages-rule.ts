import { PackageName } from '../../../contract/deployments/bundle-parts.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';

/** A package that bundles may import although its native code cannot be part of them. */
export interface AllowedPackage {
  readonly name: string;
  /** Whether its install script may run, as the service's own user. */
  readonly scripts: boolean;
}

/** Which packages bundles may import; `any`: those of the only user's own projects. */
export type PackagesRule = readonly AllowedPackage[] | 'any';

const SCRIPTS = ':scripts';

/**
 * Reads `sharp,better-sqlite3:scripts`; `null` allows none.
 *
 * @throws {WF_USAGE} when a word is not the name of a package
 */
export function parsePackagesRule(text: string | null): readonly AllowedPackage[] {
  if (text === null) return [];
  return text.split(',').map((word) => {
    const scripts = word.trim().endsWith(SCRIPTS);
    const name = scripts ? word.trim().slice(0, -SCRIPTS.length) : word.trim();
    if (PackageName.safeParse(name).success) return { name, scripts };
    throw new UserError({
      code: 'WF_USAGE',
      message: `${JSON.stringify(word.trim())} is not the name of a package.`,
      nextSteps: ['wf serve --native-packages sharp,better-sqlite3:scripts'],
    });
  });
}
