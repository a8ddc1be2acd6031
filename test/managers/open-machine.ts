import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packProgram } from '../helpers/pack-program.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);

/**
 * The package managers that are tried, and a newer Node, pinned. They are not among our own packages: their programs would
 * take the place of the npm and the Node that run the tests.
 */
const TOOLS = { npm: '12.2.1', pnpm: '12.21.0', '@yarnpkg/cli-dist': '4.18.1', bun: '1.4.5', node: '26.10.0' };

/** The major versions of Node: the one that runs the tests, and the newer one. */
export const NODES = [24, 26] as const;
type NodeVersion = (typeof NODES)[number];

/** A machine with all package managers, two versions of Node and the packed wf, and nothing else. */
export interface Machine extends AsyncDisposable {
  /** The packed wf. */
  readonly tarball: string;
  /** Packs the same as a published package. */
  publish(this: void): Promise<{ readonly tarball: string; readonly manifest: { name: string; version: string } }>;
  /** The registry of this machine's npm. */
  readonly upstream: string;
  path(name: string): string;
  /** Runs commands in a folder. @returns their output @throws with their output if one fails */
  run(this: void, cwd: string, command: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** Returns the variables for another Node than the one that runs the tests. */
  useNode(version: NodeVersion): Record<string, string>;
}

export async function openMachine(): Promise<Machine> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await tempFolder());
  await mkdir(folder.path('home'));
  const packed = stack.use(await packProgram());
  const tools = await installTools();
  // A Node among packages is not the machine's own, for which a new project installs none.
  const nodes = { 24: process.execPath, 26: join(tools, 'node_modules/node/bin/node') };
  for (const [version, program] of Object.entries(nodes)) {
    await mkdir(folder.path(`node-${version}`));
    await symlink(program, folder.path(`node-${version}/node`));
  }
  const programs = [join(tools, 'node_modules/.bin'), '/usr/bin', '/bin'];
  const useNode = (version: NodeVersion) => ({ PATH: [folder.path(`node-${version}`), ...programs].join(delimiter) });
  const env = {
    HOME: folder.path('home'),
    ...useNode(24),
    CI: '1',
    ...passedOn(),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
  };
  const tarball = await tarballOf(packed.home, folder.path('tarball'), true);
  const owned = stack.move();
  return {
    tarball,
    publish: async () => {
      const published = await tarballOf(packed.home, folder.path('published'), false);
      const manifest = JSON.parse(await readFile(join(packed.home, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      }; // npm wrote it
      return { tarball: published, manifest };
    },
    upstream: (await run('npm', ['config', 'get', 'registry'])).stdout.trim(),
    path: (name) => folder.path(name),
    run: async (cwd, command, added = {}) => await runIn(cwd, command, { ...env, ...added }),
    useNode,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Installs the tools once for each set of versions. @returns their folder */
async function installTools(): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(TOOLS)).digest('hex').slice(0, 12);
  const tools = resolve('node_modules/.cache', `wf-managers-${key}`);
  if (existsSync(tools)) return tools;
  const temporary = `${tools}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  const allowScripts = { bun: true, node: true, pnpm: true };
  const manifest = JSON.stringify({ private: true, allowScripts, dependencies: TOOLS });
  await writeFile(join(temporary, 'package.json'), manifest);
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'], { cwd: temporary });
  // Another process may have been faster.
  await rename(temporary, tools).catch(async () => await rm(temporary, { recursive: true }));
  return tools;
}

/** What a machine needs to reach a registry. */
function passedOn(): Record<string, string> {
  const names = [
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'no_proxy',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
  ];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Packs a folder again, as a private package or a public one. */
async function tarballOf(home: string, target: string, isPrivate: boolean): Promise<string> {
  const file = join(home, 'package.json');
  const {
    private: _private,
    scripts: _scripts,
    ...manifest
  } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...manifest, ...(isPrivate ? { private: true } : {}) }));
  await mkdir(target, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', target], { cwd: home });
  return join(target, stdout.trim());
}

async function runIn(cwd: string, command: string, env: Record<string, string>): Promise<string> {
  return await new Promise((done, failed) => {
    execFile('sh', ['-ec', command], { cwd, env }, (error, stdout, stderr) => {
      if (error === null) done(stdout);
      else failed(new Error(`${command}\n${stdout.slice(-3000)}${stderr.slice(-3000)}`));
    }).stdin?.end();
  });
}
