import { fstatSync, openSync, closeSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { restoreV8Defaults } from '../../use-cases/session/tune-v8.ts';

/** A script of the build: a function with the body of a CommonJS module, which sets `module.exports`. */
type ModuleBody = (module: { exports: unknown }, scriptUrl: string, load: (path: string) => Promise<unknown>) => void;

export interface Compiled {
  readonly exports: unknown;
  /** Caches the code that this process compiled for the next one. Call it at the end. */
  readonly cacheCode: () => void;
}

/**
 * Loads a script of the build with the cached code of an earlier process.
 *
 * @remarks Node's own cache contains only code that is compiled on load. Functions compile on their first call, again
 * in each process: an eighth of a list's instructions. This cache is written at the end, with all functions that were
 * called. A run with another code path (the embedded service, a socket) adds the functions it called. V8 itself rejects
 * code of another version or with other flags.
 * @param name - name of the cache; commands have separate ones, so that none loads another's functions
 */
export function loadCompiled(file: URL, name: string): Compiled {
  const { source, identity } = readScript(file);
  const cacheFile = cacheFileOf(name);
  const cache = cacheFile === null ? undefined : readCache(cacheFile, identity);
  const script = new Script(source, {
    filename: file.href,
    ...(cache === undefined ? {} : { cachedData: cache.code }),
  });
  const module = { exports: undefined };
  // The build creates every script in this form.
  const body = script.runInThisContext() as ModuleBody;
  // A script cannot use `import()` without Node flags.
  body(module, file.href, (path) => import(new URL(path, file).href));
  const codePaths =
    cache !== undefined && script.cachedDataRejected === false ? cache.codePaths : new Float64Array(MAX_CODE_PATHS);
  return {
    exports: module.exports,
    cacheCode: () => {
      const free = codePaths.indexOf(0);
      if (cacheFile === null || free === -1 || codePaths.includes(currentCodePath())) return;
      codePaths[free] = currentCodePath();
      // If Node's V8 module is not loaded, no flags were set, and it need not be loaded now.
      if (modulesOfNode()?.includes('NativeModule v8') !== false) restoreV8Defaults();
      const code = script.createCachedData();
      writeCache(cacheFile, [identity, Buffer.from(codePaths.buffer), code, code]);
    },
  };
}

/** Maximum number of code paths that are distinguished; a command has three or four. */
const MAX_CODE_PATHS = 8;

/** Identifies this process's code path by the number of Node's own modules that it loaded. */
function currentCodePath(): number {
  // If the number is unknown, any constant works: the first run's code is cached.
  return modulesOfNode()?.length ?? 1;
}

/** Lists Node's own modules that this process has loaded. Undocumented, so it may disappear. */
function modulesOfNode(): readonly string[] | undefined {
  return (process as { moduleLoadList?: readonly string[] }).moduleLoadList;
}

/** A script, and what distinguishes it from the same file of another build: V8 compares only the length. */
function readScript(file: URL): { source: string; identity: Buffer } {
  const descriptor = openSync(fileURLToPath(file), 'r');
  try {
    const { size, mtimeMs } = fstatSync(descriptor);
    return {
      source: readFileSync(descriptor, 'utf8'),
      identity: Buffer.from(new Float64Array([size, mtimeMs]).buffer),
    };
  } finally {
    closeSync(descriptor);
  }
}

/** Returns a file next to Node's own cache, in a folder per Node version and user; `null` if that cache is disabled. */
function cacheFileOf(name: string): string | null {
  const folder = getCompileCacheDir();
  return folder === undefined ? null : join(folder, `wf-${name}.v8`);
}

interface Cache {
  readonly codePaths: Float64Array;
  readonly code: Buffer;
}

/**
 * Reads the cached code of exactly this script. The file contains it twice, because V8 would run damaged code until it
 * crashes, and a comparison costs a hundredth of loading cryptography for a checksum.
 */
function readCache(file: string, identity: Buffer): Cache | undefined {
  try {
    const content = readFileSync(file);
    const start = identity.length + MAX_CODE_PATHS * Float64Array.BYTES_PER_ELEMENT;
    const middle = (content.length + start) / 2;
    const [code, copy] = [content.subarray(start, middle), content.subarray(middle)];
    if (!identity.equals(content.subarray(0, identity.length)) || !code.equals(copy)) return undefined;
    // Copied, because a view of numbers must begin at a multiple of their size.
    const codePaths = new Float64Array(new Uint8Array(content.subarray(identity.length, start)).buffer);
    return { codePaths, code };
  } catch {
    // The file does not exist yet, or is not accessible.
    return undefined;
  }
}

/** Writes a temporary file and renames it: another process may be reading. */
function writeCache(file: string, parts: readonly Buffer[]): void {
  try {
    writeFileSync(`${file}.${process.pid}`, Buffer.concat(parts));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // On a full or read-only disk, the next process compiles again.
  }
}
