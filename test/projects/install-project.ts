import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const here = import.meta.dirname;
/** The member of a workspace that has the workflow. */
const MEMBER = 'apps/assistant';

export interface InstalledProject {
  /** Folder of the workflow. */
  readonly folder: string;
  /** The program that it installed. */
  readonly program: string;
}

/** Copies a project, and installs its packages and the packed program from the registry. */
export async function installProject(name: string, root: string, tarball: string): Promise<InstalledProject> {
  await cp(join(here, name), root, { recursive: true });
  const folder = join(root, existsSync(join(root, MEMBER)) ? MEMBER : '.');
  // With workerd, wf starts each Worker that it builds.
  const added = [tarball, `workerd@${await workerdVersion()}`];
  const [file, ...args] = installCommand(root, added);
  await promisify(execFile)(file, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  const places = [folder, root].map((place) => join(place, 'node_modules/wfkit/bin/wf.js'));
  return { folder, program: places.find(existsSync) ?? '' };
}

/** pnpm comes from npm. A project that named its version would make pnpm look for itself for each platform. */
const PNPM = 'pnpm@12.21.0';

function installCommand(root: string, added: readonly string[]): [string, ...string[]] {
  const isPnpm = existsSync(join(root, 'pnpm-workspace.yaml'));
  if (isPnpm) return ['npx', '--yes', PNPM, 'add', ...added, '--ignore-scripts'];
  return ['npm', 'install', ...added, '--no-audit', '--no-fund', '--ignore-scripts'];
}

/** The version that the tests of the program use. */
async function workerdVersion(): Promise<string> {
  const manifest = await readFile(join(here, '../../node_modules/workerd/package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version; // as in any package
}
