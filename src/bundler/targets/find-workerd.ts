import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../foundation/record.ts';
import { withAbove } from '../files/file-door.ts';

/** Packages that bring workerd, by the packages that lead to it. */
const WAYS = [['workerd'], ['miniflare', 'workerd'], ['wrangler', 'workerd'], ['wrangler', 'miniflare', 'workerd']];

/** Finds the workerd that a project has installed, for this machine; `null`: none. */
export async function findWorkerd(root: string): Promise<string | null> {
  for (const way of WAYS) {
    const folder = way.reduce<string | null>((from, name) => (from === null ? null : packageAt(from, name)), root);
    const program = folder === null ? null : await findProgram(folder);
    if (program !== null) return program;
  }
  return null;
}

/** Each platform's program is a package of its own, of which only the machine's is installed. */
async function findProgram(folder: string): Promise<string | null> {
  const { optionalDependencies } = await readManifest(folder);
  for (const name of Object.keys(isRecord(optionalDependencies) ? optionalDependencies : {})) {
    const platform = packageAt(folder, name);
    if (platform === null) continue;
    const { os, cpu } = await readManifest(platform);
    const fits = Array.isArray(os) && os.includes(process.platform) && Array.isArray(cpu) && cpu.includes(process.arch);
    const file = join(platform, 'bin', process.platform === 'win32' ? 'workerd.exe' : 'workerd');
    if (fits && existsSync(file)) return file;
  }
  return null;
}

async function readManifest(folder: string): Promise<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'));
  return isRecord(manifest) ? { ...manifest } : {};
}

/** Returns the real folder of a package, as Node finds it from another folder. */
function packageAt(from: string, name: string): string | null {
  const found = withAbove(from).map((folder) => join(folder, 'node_modules', name));
  const folder = found.find((each) => existsSync(join(each, 'package.json')));
  return folder === undefined ? null : realpathSync(folder);
}
