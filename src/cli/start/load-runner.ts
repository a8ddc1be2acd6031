import { readFileSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { openCacheFolder, writeCacheFile } from '../../project/cache-folder.ts';
import type { Runner } from './program.ts';

/** The built script that holds all light commands: a function with the body of a CommonJS module. */
export const COMMANDS_FILE = 'commands.js';

type ModuleBody = (
  module: { exports: unknown },
  scriptUrl: string,
  importHeavy: (path: string) => Promise<unknown>,
) => void;

/** Number of runs whose code is cached: each adds the functions that it called first. */
const MAX_RUNS = 3;

/**
 * Loads the part of the built program that runs a command, with the code that earlier runs compiled.
 *
 * @remarks Node's module cache contains only code that is compiled on load. Functions compile on their first call, again in
 * each process. So the script's code is cached at the end of a run, as the documentation of `vm.Script` describes.
 * @param command - names the cache: a file per command, so that none loads the functions of others
 * @param base - URL of a file next to the script
 * @source docs/decisions/2026-11-26-start-up-by-documented-means.md
 */
export function loadRunner(command: string, base: string): Runner {
  const file = new URL(COMMANDS_FILE, base);
  const source = readFileSync(fileURLToPath(file));
  const cacheFile = openCacheFile(command);
  const cached = cacheFile === null ? null : readCode(cacheFile, source);
  const script = new Script(source.toString(), {
    filename: file.href,
    ...(cached === null ? {} : { cachedData: cached.code }),
  });
  const module = { exports: undefined };
  // The build creates the script in this form. A script itself cannot use `import()`.
  const run = script.runInThisContext() as ModuleBody;
  run(module, file.href, (path) => import(new URL(path, file).href));
  // V8 rejects the code of another version of itself.
  const runs = cached === null || script.cachedDataRejected === true ? 0 : cached.runs;
  const cacheCode = () => {
    if (cacheFile !== null && runs < MAX_RUNS)
      writeCode(cacheFile, source, { runs: runs + 1, code: script.createCachedData() });
  };
  // The build lets the script export the other two.
  return { ...(module.exports as unknown as Omit<Runner, 'cacheCode'>), cacheCode };
}

/**
 * Enables Node's cache for all other modules, in a folder of the user's cache that only the user can write to. Without such
 * a folder, or if the user disabled that cache, every run compiles anew.
 *
 * @returns a file in Node's own folder, which has a name per version of Node; `null` without a cache
 */
function openCacheFile(command: string): string | null {
  const cache = openCacheFolder('compiled');
  if (cache !== null) enableCompileCache(cache);
  const folder = getCompileCacheDir();
  return folder === undefined ? null : join(folder, `wf-${command.replaceAll(' ', '-')}.v8`);
}

/** Code that V8 compiled, and the number of runs that it comes from. */
interface CachedCode {
  readonly runs: number;
  readonly code: Buffer;
}

/** Two numbers of four bytes: the checksum, and the number of runs. */
const HEADER_BYTES = 8;

/** Reads the cached code of exactly this script. V8 compares only the script's length, and would run damaged code. */
function readCode(file: string, source: Buffer): CachedCode | null {
  try {
    const content = readFileSync(file);
    const code = content.subarray(HEADER_BYTES);
    return content.readUInt32LE(0) === checksumOf(source, code) ? { runs: content.readUInt32LE(4), code } : null;
  } catch {
    // The file does not exist yet, is cut off, or is not accessible.
    return null;
  }
}

function writeCode(file: string, source: Buffer, { runs, code }: CachedCode): void {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(checksumOf(source, code), 0);
  header.writeUInt32LE(runs, 4);
  writeCacheFile(file, Buffer.concat([header, code]));
}

function checksumOf(source: Buffer, code: Buffer): number {
  return crc32(code, crc32(source));
}
