import { builtinModules } from 'node:module';
import { promisify } from 'node:util';
import type { ImportKind, Plugin } from 'esbuild';

const BUILTIN = new RegExp(
  `^(${builtinModules.flatMap((name) => [name, `node:${name.replace(/^node:/, '')}`]).join('|')})$`,
);

/**
 * Makes bundled code load Node's modules by `process.getBuiltinModule`.
 *
 * `import 'node:http'` reads every export of the module and thereby loads Node's own undici, which takes 20 ms.
 * Instead, each used name becomes a constant, and functions of slow modules load them on the first call.
 */
export function builtinPlugin(): Plugin {
  return {
    name: 'builtin',
    setup(build) {
      build.onResolve({ filter: BUILTIN }, ({ path, kind, importer }) => ({
        path: path.replace(/^node:/, ''),
        namespace: kind === 'require-call' ? 'builtin-cjs' : 'builtin-esm',
        suffix: copyFor(kind, importer),
      }));
      build.onLoad({ filter: /.*/, namespace: 'builtin-esm' }, ({ path }) => ({ contents: esmSource(path) }));
      build.onLoad({ filter: /.*/, namespace: 'builtin-cjs' }, ({ path }) => ({
        contents: cjsSource(path),
      }));
    },
  };
}

/** Imports of many or slow names get their own copy, so that those of our own code stay small. */
function copyFor(kind: ImportKind, importer: string): string {
  if (kind === 'dynamic-import') return '?whole';
  return importer.includes('node_modules') ? '?package' : '';
}

/**
 * Creates getters for packages that call `require`: oclif requires twenty modules at start and uses three of them.
 */
function cjsSource(name: string): string {
  const module: unknown = process.getBuiltinModule(`node:${name}`);
  if (typeof module !== 'object' || module === null) return `module.exports = ${getter(name)};`;
  const getters = Object.keys(module).map(
    (key) => `get ${JSON.stringify(key)}() { return late()[${JSON.stringify(key)}]; }`,
  );
  return `const late = () => ${getter(name)};\nmodule.exports = { ${getters.join(', ')} };`;
}

/** Modules that Node does not load at start and that take milliseconds to load. */
const SLOW = new Set([
  'child_process',
  'crypto',
  'dns',
  'fs/promises',
  'http',
  'https',
  'net',
  'os',
  'readline',
  'tls',
  'tty',
  'worker_threads',
  'zlib',
]);

function esmSource(name: string): string {
  const module = { ...process.getBuiltinModule(`node:${name}`) } as Readonly<Record<string, unknown>>;
  const names = Object.keys(module).filter(isExportable);
  const isLate = (key: string): boolean => SLOW.has(name) && isPlainFunction(key, module[key]);
  return [
    `const builtin = /* @__PURE__ */ ${getter(name)};`,
    'export default builtin;',
    'let late;',
    ...names.map((key) =>
      isLate(key)
        ? `export function ${key}(...args) { return (late ??= ${getter(name)}).${key}(...args); }`
        : `export const ${key} = /* @__PURE__ */ (() => builtin.${key})();`,
    ),
  ].join('\n');
}

/**
 * Returns whether an export is neither a class, which is capitalised, nor a function with custom `promisify` behaviour.
 */
function isPlainFunction(key: string, value: unknown): boolean {
  return typeof value === 'function' && /^[a-z]/.test(key) && !(promisify.custom in value);
}

function getter(name: string): string {
  return `process.getBuiltinModule(${JSON.stringify(`node:${name}`)})`;
}

const RESERVED = new Set(['default', 'delete', 'enum', 'eval', 'export', 'import', 'in', 'new', 'static', 'void']);

function isExportable(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name);
}
