import { fstatSync, openSync, closeSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

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
 * it called. V8 itself refuses code of another version or with other flags.
 * @param name - of the work; each has its own code, so that one command does not load what another called
 */
export function loadCompiled(file: URL, name: string): Compiled {
  const { source, identity } = readScript(file);
  const cacheFile = cacheFileOf(name);
  const cachedData = cacheFile === null ? undefined : readCache(cacheFile, identity);
  const script = new Script(source, {
    filename: file.href,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: undefined };
  // The build makes every script so.
  const body = script.runInThisContext() as ModuleBody;
  // A script has no `import()` of its own without flags of Node's.
  body(module, file.href, (path) => import(new URL(path, file).href));
  const isKept = cachedData !== undefined && script.cachedDataRejected === false;
  return {
    exports: module.exports,
    keep: () => {
      if (isKept || cacheFile === null) return;
      const code = script.createCachedData();
      writeCache(cacheFile, [identity, code, code]);
    },
  };
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

/**
 * Reads code that was kept for this very script. It stands there twice: V8 runs damaged code until it crashes, and to
 * compare costs a hundredth of loading what computes a checksum.
 */
function readCache(file: string, identity: Buffer): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const middle = (content.length + identity.length) / 2;
    const [code, copy] = [content.subarray(identity.length, middle), content.subarray(middle)];
    return identity.equals(content.subarray(0, identity.length)) && code.equals(copy) ? code : undefined;
  } catch {
    // Nothing is there yet, or not for us.
    return undefined;
  }
}

/** Written beside, then put in place: another process may be reading. */
function writeCache(file: string, parts: readonly Buffer[]): void {
  try {
    writeFileSync(`${file}.${process.pid}`, Buffer.concat(parts));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // A full or read-only disk costs the next process some time, and nothing else.
  }
}
