import type { Metafile, Plugin } from 'esbuild';
import { isBuildFailure, isRelative, pluginWarning, unresolvedSpecifier } from '../build/to-build-error.ts';
import { nameIn } from './mark-external.ts';

const IN_PACKAGE = /[\\/]node_modules[\\/]/;
/** What Node resolves when it is executed, and not when its module is loaded. */
const LAZY: ReadonlySet<string> = new Set(['require-call', 'require-resolve', 'dynamic-import']);

/**
 * Returns a function that builds; if packages load others that are not installed, it builds again and leaves those to Node,
 * which throws when they are used. Many packages try to load others, and do without. Later builds know them.
 */
export function tolerateMissing() {
  let known: readonly Plugin[] = [];
  return async <Result extends { readonly metafile: Metafile }>(
    build: (plugins: readonly Plugin[]) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await build(known);
    } catch (error) {
      if (!isBuildFailure(error)) throw error;
      const missing = error.errors
        .filter(({ location }) => location !== null && IN_PACKAGE.test(`/${location.file}`))
        .flatMap((message) => unresolvedSpecifier(message) ?? [])
        .filter((specifier) => !isRelative(specifier));
      if (missing.length === 0 || known.length > 0) throw error;
      known = [leaveMissing(new Set(missing))];
      const result = await build(known);
      const loaded = missingAtLoad(result.metafile);
      if (loaded.size === 0) return result;
      // Who installs what is only tried to be loaded gets nowhere.
      const errors = error.errors.filter((message) => loaded.has(unresolvedSpecifier(message) ?? ''));
      throw Object.assign(error, { errors });
    }
  };
}

export type ToleratingBuild = ReturnType<typeof tolerateMissing>;

/** Lists the missing modules that loading the bundle's entry already evaluates. */
function missingAtLoad({ inputs }: Metafile): ReadonlySet<string> {
  const imported = new Set(Object.values(inputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  const loaded = new Set(Object.keys(inputs).filter((input) => !imported.has(input)));
  for (const input of loaded) {
    const { imports = [] } = inputs[input] ?? {};
    for (const { path, kind } of imports) if (kind === 'import-statement') loaded.add(path);
  }
  const start = `${MISSING}:`;
  return new Set([...loaded].filter((input) => input.startsWith(start)).map((input) => input.slice(start.length)));
}

const MISSING = 'wf-missing';

function leaveMissing(missing: ReadonlySet<string>): Plugin {
  return {
    name: 'wf-missing-packages',
    setup(build) {
      const warned = new Set<string>();
      const names = [...missing].map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
      build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path, importer, kind }) => {
        if (!IN_PACKAGE.test(importer)) return null;
        // A module that nobody may ever load imports it.
        const left = LAZY.has(kind) ? { path, external: true } : { path, namespace: MISSING };
        const asking = nameIn(importer.replaceAll('\\', '/').replace(/^.*\/node_modules\//, ''));
        const name = nameIn(path);
        const told = `${asking} ${name}`;
        // A package may load another one in many places.
        if (warned.has(told)) return left;
        warned.add(told);
        const text = `${asking} loads ${name}, which is not installed: it fails when it is used`;
        return { ...left, warnings: [pluginWarning(text, { code: 'WF_PACKAGE_MISSING', package: name })] };
      });
      build.onLoad({ filter: /.*/, namespace: MISSING }, ({ path }) => ({ contents: throwAsNode(path), loader: 'js' }));
    },
  };
}

/** A CommonJS module, from which any name can be imported. */
function throwAsNode(specifier: string): string {
  const message = JSON.stringify(`Cannot find package '${nameIn(specifier)}'`);
  return `throw Object.assign(new Error(${message}), { code: 'ERR_MODULE_NOT_FOUND' }); module.exports = {};`;
}
