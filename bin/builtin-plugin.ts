import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const BUILTIN = new RegExp(
  `^(${builtinModules.flatMap((name) => [name, `node:${name.replace(/^node:/, '')}`]).join('|')})$`,
);

/**
 * Makes bundled code fetch Node's own modules by `process.getBuiltinModule`.
 *
 * `import 'node:http'` reads every export of the module and so loads Node's own undici: 20 ms. One constant per name,
 * dropped where it is not used, reads only what is needed.
 */
export function builtinPlugin(): Plugin {
  return {
    name: 'builtin',
    setup(build) {
      build.onResolve({ filter: BUILTIN }, ({ path, kind }) => ({
        path: path.replace(/^node:/, ''),
        namespace: kind === 'require-call' ? 'builtin-cjs' : 'builtin-esm',
        // A dynamic import keeps every name of a module: it gets a copy, so that static ones stay lean.
        suffix: kind === 'dynamic-import' ? '?whole' : '',
      }));
      build.onLoad({ filter: /.*/, namespace: 'builtin-esm' }, ({ path }) => ({ contents: esmSource(path) }));
      build.onLoad({ filter: /.*/, namespace: 'builtin-cjs' }, ({ path }) => ({
        contents: `module.exports = ${getter(path)};`,
      }));
    },
  };
}

function esmSource(name: string): string {
  const names = Object.keys(process.getBuiltinModule(`node:${name}`) ?? {}).filter(isExportable);
  return [
    `const builtin = /* @__PURE__ */ ${getter(name)};`,
    'export default builtin;',
    ...names.map((key) => `export const ${key} = /* @__PURE__ */ (() => builtin.${key})();`),
  ].join('\n');
}

function getter(name: string): string {
  return `process.getBuiltinModule(${JSON.stringify(`node:${name}`)})`;
}

const RESERVED = new Set(['default', 'delete', 'enum', 'eval', 'export', 'import', 'in', 'new', 'static', 'void']);

function isExportable(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name);
}
