import { lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './bench-project.ts';
import type { BenchRow } from './rows.ts';
import { runProcess } from './run-process.ts';

const BUDGET_MB = 60;

/** Size of `node_modules` after the packed package is installed into an empty folder. */
export async function benchInstallSize(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-bench-'));
  await runProcess({ command: 'npm', args: ['pack', '--ignore-scripts', '--pack-destination', folder], cwd: ROOT });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bench', private: true }));
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`];
  await runProcess({ command: 'npm', args: install, cwd: folder });
  const megabytes = (await sizeOf(join(folder, 'node_modules'))) / 1_000_000;
  const packed = (await lstat(join(folder, tarball))).size / 1_000_000;
  await rm(folder, { recursive: true, force: true });
  return [
    {
      what: 'install of the packed package into an empty folder',
      value: `${megabytes.toFixed(1)} MB`,
      comparison: `the package alone, packed ${packed.toFixed(2)} MB`,
      ratio: null,
      budget: `≤ ${BUDGET_MB} MB`,
      isWithin: megabytes <= BUDGET_MB,
    },
  ];
}

async function sizeOf(path: string): Promise<number> {
  const entry = await lstat(path);
  if (!entry.isDirectory()) return entry.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
