import { buildInOrder, type Looked, type OneModuleOptions, type OneModuleResult } from '../build/build-one-module.ts';
import { isBuildFailure, toBuildError } from '../build/to-build-error.ts';
import type { JudgePackages } from '../packages/judge-packages.ts';
import type { ToleratingBuild } from '../packages/tolerate-missing.ts';

/** What one run of esbuild needs besides its options. */
export interface EsbuildRun {
  readonly judge: JudgePackages;
  readonly ownFolders: readonly string[];
  readonly tolerate: ToleratingBuild;
  /** What a look at the same sources showed; `looking`: this is the look; `null`: there was none. */
  readonly looked: Looked<OneModuleResult> | 'looking' | null;
}

interface Project {
  readonly root: string;
  readonly aliases: Readonly<Record<string, string>>;
}

/**
 * Bundles in the order of the imports, without packages that are missing and may be.
 *
 * @throws {WF_BUILD_FAILED} when a file does not parse, or an import is not found
 */
export async function runEsbuild(
  options: OneModuleOptions & Required<Pick<OneModuleOptions, 'plugins'>>,
  { judge, ownFolders, tolerate, looked }: EsbuildRun,
  { root, aliases }: Project,
): Promise<OneModuleResult> {
  const { build } = await import('esbuild');
  try {
    return await tolerate(async (more) => {
      const given = { ...options, plugins: [...more, ...options.plugins] };
      const run = async () => await build(given);
      return looked === 'looking' ? await run() : await buildInOrder(given, { ownFolders, looked, build: run });
    });
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    throw (await judge.explain(error.errors)) ?? toBuildError(error.errors, Object.keys(aliases), root);
  }
}
