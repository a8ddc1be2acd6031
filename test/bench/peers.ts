import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOnPath } from '../helpers/is-on-path.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { ROOT } from './bench-project.ts';
import { type Contestant, measureInTurn } from './contestants.ts';
import { type BenchRow, showMs } from './rows.ts';
import { type ProcessCommand, runProcess } from './run-process.ts';
import { APP, serveVariants } from './serve-variants.ts';

/**
 * Start-up of other CLIs compared with ours, each with the same GET where it has one. They are installed from the
 * registry into a temporary folder (450 MB), which is removed at the end.
 */
export async function benchPeers(): Promise<BenchRow[]> {
  await using temporary = await tempFolder();
  const folder = temporary.root;
  await using server = await serveVariants(10);
  const list = 'variants list --json --app';
  const wf = node(join(ROOT, 'bin', 'wf.js'), ...list.split(' '), APP, '--base-url', server.url);
  const own = { name: 'wf', run: () => runProcess(inFolder({ ...wf, env: { WF_API_KEY: 'bench' } }, folder)) };
  const peers = await installPeers(folder, server.url);
  const [first, ...others] = await measureInTurn([own, ...peers], { rounds: 7, warmUps: 1 });
  return others.map(({ name, wallMs }) => ({
    what: name,
    value: showMs(wallMs),
    comparison: `\`wf variants list --json\`, one GET, ${showMs(first.wallMs)}`,
    ratio: wallMs / first.wallMs,
    budget: '',
    isWithin: null,
  }));
}

async function installPeers(folder: string, url: string): Promise<Contestant[]> {
  const oclif = join(ROOT, 'node_modules', '.bin', 'oclif');
  await runProcess({ command: oclif, args: ['generate', 'hello', '--yes', '--output-dir', folder], cwd: folder });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bench', private: true }));
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', 'heroku'];
  await runProcess({ command: 'npm', args: install, cwd: folder });
  const hello = node(join(folder, 'hello', 'bin', 'run.js'), 'hello', 'world', '--from', 'bench');
  const heroku = node(join(folder, 'node_modules', '.bin', 'heroku'), 'apps', '--json');
  const herokuEnv = { HEROKU_HOST: url, HEROKU_API_KEY: 'bench', HEROKU_SKIP_NEW_VERSION_CHECK: '1' };
  const ping = { command: 'npm', args: ['ping', '--json', '--registry', url, '--no-update-notifier'] };
  const ghApi = { command: 'gh', args: ['api', `${url}/apps/${APP}/variants`] };
  const ghEnv = { GH_TOKEN: 'bench', GH_NO_UPDATE_NOTIFIER: '1' };
  const commands: readonly (readonly [name: string, command: ProcessCommand])[] = [
    ['an oclif hello as generated, no request', hello],
    ['`npm ping`, one GET', ping],
    ['`heroku apps --json`, two GETs', { ...heroku, env: herokuEnv }],
    ...(isOnPath('gh') ? [['`gh api`, the same GET, written in Go', { ...ghApi, env: ghEnv }] as const] : []),
  ];
  return commands.map(([name, command]) => ({ name, run: () => runProcess(inFolder(command, folder)) }));
}

function node(...args: string[]): ProcessCommand {
  return { command: process.execPath, args };
}

/** Isolates the run from the user's own settings. */
function inFolder({ env, ...command }: ProcessCommand, home: string): ProcessCommand {
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, GH_CONFIG_DIR: home };
  return { ...command, cwd: home, env: { ...env, ...folders } };
}
