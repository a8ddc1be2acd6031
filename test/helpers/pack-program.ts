import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TempFolder, tempFolder } from './temp-folder.ts';

const run = promisify(execFile);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** The program as published: the unpacked tarball, without other packages. */
export interface PackedProgram extends TempFolder {
  /** Folder of the package. */
  readonly home: string;
  /** The file that `wf` runs. */
  readonly program: string;
  /** The packed file. */
  readonly tarball: string;
}

/** Packs the existing build and unpacks it into a separate folder. */
export async function packProgram(): Promise<PackedProgram> {
  const folder = await tempFolder();
  const { stdout } = await run(npm, ['pack', '--ignore-scripts', '--json', '--pack-destination', folder.root]);
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { readonly filename: string }>);
  if (packed === undefined) throw new Error('npm packed nothing.');
  await run('tar', ['-xzf', packed.filename], { cwd: folder.root });
  const home = folder.path('package');
  return { ...folder, home, program: join(home, 'bin/wf.js'), tarball: folder.path(packed.filename) };
}
