import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LoadFnOutput, RegisterHooksOptions } from 'node:module';
import { PACKAGE_NAME } from '../foundation/package.ts';

/** The default export of a module. */
export interface ImportedDefault extends Pick<TracedModule, 'sources'> {
  readonly value: unknown;
}

/**
 * Imports a module's default export, trying the fastest way first:
 *
 * 1. As plain JavaScript, which most project files are, whatever their extension. Node's type stripping alone takes
 *    longer than a whole command, and without `type` in `package.json` it prints a warning.
 * 2. With its types stripped, or as Node loads it, including CommonJS.
 * 3. With the real `wfkit`. Until then, a stub replaces it for `import { defineConfig } from 'wfkit'`, since that
 *    function only helps the editor. So a project works before `npm install`, and no command loads the SDK to read an
 *    app's name.
 */
export async function importDefault(file: string): Promise<ImportedDefault> {
  const readAs = (format: 'module' | 'module-typescript') => () => ({ format, source: readFileSync(file, 'utf8') });
  const withTypes = file.endsWith('.ts') ? { load: readAs('module-typescript') } : {};
  const attempts = [
    { stub: STUB, load: readAs('module') },
    { stub: STUB, ...withTypes },
  ];
  for (const attempt of attempts) {
    try {
      return await importTraced(file, attempt);
    } catch (error) {
      if (!mayLoadOtherwise(error)) throw error;
    }
  }
  return await importTraced(file, {});
}

const STUB = `data:text/javascript,${encodeURIComponent('export const defineConfig = (config) => config;')}`;

/** Returns whether another attempt may succeed: it did not parse, lacks the export, or is not an ES module. */
function mayLoadOtherwise(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return error instanceof ReferenceError && /^(module|exports|require|__\w+) is not defined/.test(error.message);
}

async function importTraced(file: string, options: Parameters<typeof traceImports>[1]): Promise<ImportedDefault> {
  const traced = traceImports(pathToFileURL(file).href, options);
  try {
    // The URL is only known at run time.
    const namespace: object = await import(/* @vite-ignore */ traced.url);
    if ('default' in namespace) return { value: namespace.default, sources: traced.sources };
  } finally {
    traced.stop();
  }
  throw new Error('it has no default export; write "export default defineConfig({ ... })"');
}

interface TraceOptions {
  /** URL of the module that replaces `wfkit`. */
  readonly stub?: string;
  /** Reads the first module itself, instead of Node. */
  readonly load?: () => { readonly format: string; readonly source: string };
}

interface TracedModule {
  /** URL to import: a new one, because Node caches modules by URL. */
  readonly url: string;
  /** Text of each loaded file, by path; `null` once anything other than a relative path was imported. */
  readonly sources: ReadonlyMap<string, string> | null;
  readonly stop: () => void;
}

/** Records the files that a module imports, at any depth, until `stop` is called. Each is loaded anew. */
function traceImports(file: string, { stub, load }: TraceOptions): TracedModule {
  const stamp = `?at=${process.hrtime.bigint()}`;
  const url = file + stamp;
  const own = new Set<string>();
  const sources = new Map<string, string>();
  let isComplete = true;
  let first = url;
  const resolve: RegisterHooksOptions['resolve'] = (specifier, context, nextResolve) => {
    if (specifier === url) {
      const resolved = nextResolve(specifier, context);
      // A symbolic link may have another target the next time.
      isComplete &&= resolved.url === url;
      first = resolved.url;
      own.add(first);
      return resolved;
    }
    const parent = context.parentURL ?? '';
    if (!own.has(parent)) return nextResolve(specifier, context);
    if (specifier === PACKAGE_NAME && stub !== undefined) return { url: stub, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const isFile = /^\.{0,2}\//.test(specifier) && resolved.url === URL.parse(specifier, parent)?.href;
    if (!isFile || context.conditions.includes('require')) {
      isComplete = false;
      return resolved;
    }
    own.add(resolved.url + stamp);
    return { ...resolved, url: resolved.url + stamp };
  };
  const loadOwn: RegisterHooksOptions['load'] = (asked, context, nextLoad) => {
    if (!own.has(asked)) return nextLoad(asked, context);
    const loaded = asked === first && load !== undefined ? { ...load(), shortCircuit: true } : nextLoad(asked, context);
    const text = toText(loaded);
    // Node reads CommonJS itself, and resolves its requires without these hooks.
    if (text === null) isComplete = false;
    else sources.set(fileURLToPath(asked), text);
    return loaded;
  };
  const { registerHooks } = process.getBuiltinModule('node:module');
  const registered = registerHooks({ resolve, load: loadOwn });
  return {
    url,
    get sources() {
      return isComplete ? sources : null;
    },
    stop: () => registered.deregister(),
  };
}

function toText({ source, format }: Pick<LoadFnOutput, 'source' | 'format'>): string | null {
  if (source === null || source === undefined || format === 'commonjs') return null;
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
