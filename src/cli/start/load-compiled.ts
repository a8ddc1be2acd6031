import { fstatSync, openSync, closeSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { restoreHeapDefaults } from '../../use-cases/session/limit-heap-growth.ts';

/** What a script of the build evaluates to: the body of a CommonJS module, which fills `module.exports`. */
type ModuleBody = (module: { exports: unknown }, scriptUrl: string, load: (path: string) => Promise<unknown>) => void;

export interface Compiled {
  readonly exports: unknown;
  /** Keeps the code that this process compiled, for the next one. Call when the work is done. */
  readonly keep: () => void;
}

/**
 * Loads a script of the build with the code that an earlier process compiled.
 *
 * @remarks Node's own cache holds what is compiled when a file is loaded; functions compile when they are first called,
 * and so again in each process: an eighth of a list's instructions. This one is written after the work, with all that
 * it called. A run that goes another way (to the embedded service, over a socket) adds what it called to what is kept.
 * V8 itself refuses code of another version or with other flags.
 * @param name - of the work; each has its own code, so that one command does not load what another called
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
  // The build makes every script so.
  const body = script.runInThisContext() as ModuleBody;
  // A script has no `import()` of its own without flags of Node's.
  body(module, file.href, (path) => import(new URL(path, file).href));
  const ways = cache !== undefined && script.cachedDataRejected === false ? cache.ways : new Float64Array(MAX_WAYS);
  return {
    exports: module.exports,
    keep: () => {
      const free = ways.indexOf(0);
      if (cacheFile === null || free === -1 || ways.includes(wayOfProcess())) return;
      ways[free] = wayOfProcess();
      // Who has not loaded Node's module for V8 has set no flags, and need not load it now.
      if (modulesOfNode()?.includes('NativeModule v8') !== false) restoreHeapDefaults();
      const code = script.createCachedData();
      writeCache(cacheFile, [identity, Buffer.from(ways.buffer), code, code]);
    },
  };
}

/** Ways that are told apart. A command has three or four. */
const MAX_WAYS = 8;

/** The way that this process went, told by how many of Node's own modules it needed. */
function wayOfProcess(): number {
  // 1 is as good as any where nothing can be told: what the first run called is kept.
  return modulesOfNode()?.length ?? 1;
}

/** Node's own modules that this process has loaded. Not in Node's documentation, and gone perhaps one day. */
function modulesOfNode(): readonly string[] | undefined {
  return (process as { moduleLoadList?: readonly string[] }).moduleLoadList;
}

/** A script and what tells it from the same file of another build: V8 compares no more than the length. */
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

/** Beside Node's own cache, in a folder for this version of Node and this user; `null` where that one is turned off. */
function cacheFileOf(name: string): string | null {
  const folder = getCompileCacheDir();
  return folder === undefined ? null : join(folder, `wf-${name}.v8`);
}

interface Cache {
  readonly ways: Float64Array;
  readonly code: Buffer;
}

/**
 * Reads code that was kept for this very script. It stands there twice: V8 runs damaged code until it crashes, and to
 * compare costs a hundredth of loading what computes a checksum.
 */
function readCache(file: string, identity: Buffer): Cache | undefined {
  try {
    const content = readFileSync(file);
    const start = identity.length + MAX_WAYS * Float64Array.BYTES_PER_ELEMENT;
    const middle = (content.length + start) / 2;
    const [code, copy] = [content.subarray(start, middle), content.subarray(middle)];
    if (!identity.equals(content.subarray(0, identity.length)) || !code.equals(copy)) return undefined;
    // Copied: a view of numbers must begin at a multiple of their size.
    const ways = new Float64Array(new Uint8Array(content.subarray(identity.length, start)).buffer);
    return { ways, code };
  } catch {
    // Nothing is there yet, or not for us.
    return undefined;
  }
}

/** Writes a temporary file and renames it: another process may be reading. */
function writeCache(file: string, parts: readonly Buffer[]): void {
  try {
    writeFileSync(`${file}.${process.pid}`, Buffer.concat(parts));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // A full or read-only disk costs the next process some time, and nothing else.
  }
}
