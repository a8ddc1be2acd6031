import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs this program again with the version of Node that `WF_GALLERY_NODE` names, which comes from npm.
 *
 * @returns its exit status; `null`: this process has the version, or none is named
 */
export async function runWithAskedNode(): Promise<number | null> {
  const version = process.env['WF_GALLERY_NODE'] ?? '';
  if (version === '' || process.version === `v${version}`) return null;
  const folder = await mkdtemp(join(tmpdir(), 'wf-gallery-node-'));
  try {
    const name = `node-${process.platform}-${process.arch}`;
    const install = ['install', '--prefix', folder, `${name}@${version}`, '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', install);
    const node = join(folder, 'node_modules', name, 'bin/node');
    const PATH = [dirname(node), process.env['PATH']].join(delimiter);
    const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, PATH } });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
