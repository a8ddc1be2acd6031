import type { Plugin } from 'esbuild';
import { isBuildFailure, isRelative, pluginWarning, unresolvedSpecifier } from '../build/to-build-error.ts';
import { nameIn } from './mark-external.ts';

const IN_PACKAGE = /[\\/]node_modules[\\/]/;
/** What Node resolves when it is executed, and not when the module is loaded. */
const LAZY: ReadonlySet<string> = new Set(['require-call', 'require-resolve', 'dynamic-import']);

/**
 * Builds; if packages load others that are not installed, it builds again and leaves those to Node, which throws when they
 * are used. Many packages try to load others, and do without.
 */
export async function tolerateMissing<Result>(build: (plugins: readonly Plugin[]) => Promise<Result>): Promise<Result> {
  try {
    return await build([]);
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    const missing = error.errors
      .filter(({ location }) => location !== null && IN_PACKAGE.test(`/${location.file}`))
      .flatMap((message) => unresolvedSpecifier(message) ?? [])
      .filter((specifier) => !isRelative(specifier));
    if (missing.length === 0) throw error;
    return await build([leaveMissing(new Set(missing))]);
  }
}

function leaveMissing(missing: ReadonlySet<string>): Plugin {
  return {
    name: 'wf-missing-packages',
    setup(build) {
      const warned = new Set<string>();
      const names = [...missing].map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
      build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path, importer, kind }) => {
        if (!LAZY.has(kind) || !IN_PACKAGE.test(importer)) return null;
        const asking = nameIn(importer.replaceAll('\\', '/').replace(/^.*\/node_modules\//, ''));
        const name = nameIn(path);
        const told = `${asking} ${name}`;
        // A package may load another one in many places.
        if (warned.has(told)) return { path, external: true };
        warned.add(told);
        const text = `${asking} loads ${name}, which is not installed: it fails when it is used`;
        return { path, external: true, warnings: [pluginWarning(text, { code: 'WF_PACKAGE_MISSING', package: name })] };
      });
    },
  };
}
