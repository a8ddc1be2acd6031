import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BenchProject, ROOT } from './bench-project.ts';
import { runProcess } from './run-process.ts';

/** A user's project: scaffolded by the packed program, whose commands it runs. */
export interface PackedProject extends BenchProject {
  /** Separate settings folders. */
  readonly env: Readonly<Record<string, string>>;
}

/** Packs the existing build, installs it with npm, and scaffolds a project from a template. */
export async function createPackedProject(template: string): Promise<PackedProject> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'wf-bench-packed-')));
  const env = {
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
  };
  const program = join(await installPacked(home), 'bin', 'wf.js');
  const root = join(home, 'project');
  const node = (cwd: string, args: readonly string[]) => ({ command: process.execPath, args, env, cwd });
  await runProcess(node(home, [program, 'init', root, '--template', template]));
  await npm(root, 'install', '--no-audit', '--no-fund', '--prefer-offline');
  const installed = join(root, 'node_modules', 'wfkit', 'bin', 'wf.js');
  const path = (file: string) => join(root, file);
  return {
    root,
    env,
    path,
    async write(file, text) {
      await mkdir(dirname(path(file)), { recursive: true });
      await writeFile(path(file), text);
    },
    wf: (...args) => node(root, [installed, ...args]),
    [Symbol.asyncDispose]: async () => await rm(home, { recursive: true, force: true }),
  };
}

/** Packs the existing build and installs it in an empty folder. @returns the folder of the package */
export async function installPacked(home: string): Promise<string> {
  await npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', home);
  const tarball = (await readdir(home)).find((name) => name.endsWith('.tgz')) ?? '';
  await npm(home, 'install', '--prefix', home, '--no-audit', '--no-fund', '--prefer-offline', join(home, tarball));
  return join(home, 'node_modules', 'wfkit');
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  await runProcess({ command: 'npm', args, cwd });
}
