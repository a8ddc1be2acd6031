import type { LoadFnOutput, RegisterHooksOptions } from 'node:module';
import { fileURLToPath } from 'node:url';
import { PACKAGE_NAME } from '../foundation/package.ts';

export interface TraceOptions {
  /** URL of the module that replaces `wfkit`. */
  readonly stub?: string;
  /** Reads the first module itself, instead of Node. */
  readonly load?: () => { readonly format: string; readonly source: string };
}

export interface TracedModule {
  /** URL to import: a new one, because Node caches modules by URL. */
  readonly url: string;
  /** Text of each loaded file, by path; `null` once anything other than a relative path was imported. */
  readonly sources: ReadonlyMap<string, string> | null;
  readonly stop: () => void;
}

/** Records the files that a module imports, at any depth, until `stop` is called. Each is loaded anew. */
export function traceImports(file: string, { stub, load }: TraceOptions): TracedModule {
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
