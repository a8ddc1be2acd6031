import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { load, loadAll } from 'js-yaml';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../helpers/free-ports.ts';
import { type PostgresServer, startPostgresServer } from '../helpers/postgres-server.ts';
import { bareEnv } from '../helpers/run-wf.ts';
import { type TempFolder, tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);

/** Folders of the image and of the unit; here, they are below a temporary one. */
const PROGRAM = '/opt/wf';
const DATA = '/var/lib/wf';
const PORT = '8700';
const ADDRESS = `http://127.0.0.1:${PORT}`;

let image: TempFolder;
let dockerfile: string;

/** Runs the steps of the Dockerfile that need no root: the package is copied and installed by npm. */
beforeAll(async () => {
  image = await tempFolder();
  await mkdir(image.path(PROGRAM), { recursive: true });
  await mkdir(image.path(DATA), { recursive: true, mode: 0o700 });
  dockerfile = (await readFile('docs/service/Dockerfile', 'utf8')).replaceAll('\\\n', ' ');
  // COPY wfkit-*.tgz ./
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', image.path(PROGRAM)]);
  const [install = ''] = linesOf(dockerfile, 'RUN').filter((step) => step.startsWith('npm '));
  // The registry of this machine, and what reaches it, are settings of its user.
  const env = { ...process.env, npm_config_prefer_offline: 'true' };
  await run('sh', ['-ec', install], { cwd: image.path(PROGRAM), env });
});

afterAll(async () => await image[Symbol.asyncDispose]());

test('the image serves, says when it is ready, and ends by itself', async () => {
  await using served = await start(JSON.parse(linesOf(dockerfile, 'CMD')[0] ?? '[]') as string[], {});
  expect(await served.becomesReady()).toBe(true);
  // As the page says for `docker compose exec`.
  const made = await served.exec([
    'wf',
    'keys',
    'create',
    'me',
    '--role',
    'operator',
    '--quiet',
    '--base-url',
    ADDRESS,
  ]);
  expect(made).toMatch(/^\w{8}\.\S+\n$/);
  expect(await served.stop()).toBe(0);
});

test('the unit of systemd serves', async () => {
  const unit = await readFile('docs/service/wf.service', 'utf8');
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  // What holds bundles differs between machines, and has tests of its own.
  const words = command.split(' ').filter((word) => word !== '--require-sandbox');
  // The page installs this Node there, from npm; here, the one of this test has its version.
  expect(words[0]).toBe(`${PROGRAM}/node_modules/node/bin/node`);
  words[0] = process.execPath;
  await using served = await start(words, {});
  expect(await served.becomesReady()).toBe(true);
  expect(await served.stop()).toBe(0);
});

test('the unit of systemd takes from the service what it does not need', async () => {
  const unit = await readFile('docs/service/wf.service', 'utf8');
  const settings = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  expect(Object.fromEntries(settings)).toMatchObject({
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    PrivateTmp: 'yes',
    PrivateDevices: 'yes',
    ProtectProc: 'invisible',
    RestrictNamespaces: 'user mnt pid net ipc uts cgroup',
    Delegate: 'yes',
  });
  // bubblewrap mounts a proc for each bundle; the kernel refuses that where a part of it is masked.
  for (const mask of ['ProtectKernelTunables', 'ProtectKernelLogs', 'ProcSubset', 'ProtectControlGroups'])
    expect([mask, settings.has(mask)]).toEqual([mask, false]);
  // A machine without systemd cannot rate it.
  const rated = await run('systemd-analyze', ['security', '--offline=true', 'docs/service/wf.service']).catch(
    (error: NodeJS.ErrnoException & { stdout?: string }) => (error.code === 'ENOENT' ? null : error),
  );
  if (rated === null) return;
  const [, level = ''] = /exposure level for wf\.service: ([\d.]+)/.exec(rated.stdout ?? '') ?? [];
  expect(Number(level)).toBeLessThanOrEqual(3);
});

test('replicas and workers of Compose and of Kubernetes serve one database, which the job migrated', async () => {
  await using database: PostgresServer = await startPostgresServer();
  const { services } = load(await readFile('docs/service/compose.yaml', 'utf8')) as Compose; // as that file says
  const secret = Buffer.alloc(32, 7).toString('base64');
  const variables = { POSTGRES_PASSWORD: 'secret', WF_SECRET_KEY: secret };
  const composed = ({ environment = {}, command }: Service) => ({
    command: command ?? (JSON.parse(linesOf(dockerfile, 'CMD')[0] ?? '[]') as string[]),
    env: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value, variables)])),
  });
  expect(composed(services.serve).env['WF_DATABASE_URL']).toBe('postgres://wf:secret@db/wf');
  const [job, ...pods] = await Promise.all([readPod('migrate'), readPod('serve'), readPod('worker')]);
  await using migrated = await start(job.command, { WF_DATABASE_URL: database.url });
  expect(await migrated.ended).toBe(0);
  expect(migrated.shown()).toMatch(/^The database at \S+ has schema \d+, the newest of this wf\.\n$/);
  // Both are there before anything serves.
  expect(await listTables(database.url)).toEqual(expect.arrayContaining(['public.wf_migrations', 'wf_jobs.job']));
  await using stack = new AsyncDisposableStack();
  const started = [];
  for (const { command, env } of [composed(services.serve), composed(services.worker), ...pods]) {
    const own = { ...env, WF_DATABASE_URL: database.url, WF_SECRET_KEY: secret };
    started.push(stack.use(await start(command, own)));
  }
  expect(await Promise.all(started.map((one) => one.becomesReady()))).toEqual([true, true, true, true]);
  expect(await Promise.all(started.map((one) => one.stop()))).toEqual([0, 0, 0, 0]);
});

interface Container {
  readonly command: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

/** Reads the command of a pod, and the variables that need no secret, of the first manifest of a file. */
async function readPod(name: string) {
  const [manifest] = loadAll(await readFile(`docs/service/kubernetes/${name}.yaml`, 'utf8'));
  const { spec } = manifest as { spec: { template: { spec: { containers: [Container] } } } }; // as its schema says
  const { command, env = [] } = spec.template.spec.containers[0];
  const given = env.flatMap((the) => (the.value === undefined ? [] : [[the.name, the.value] as const]));
  return { command, env: Object.fromEntries(given) };
}

async function listTables(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select schemaname || '.' || tablename as name from pg_tables",
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}

interface Compose {
  readonly services: { readonly serve: Service; readonly worker: Service };
}

/** Puts variables in, as Compose does: `${NAME:?}` is required, `${NAME:-text}` has a default. */
function fill(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::\?|:-([^}]*))\}/g, (_, name: string, fallback?: string) => {
    const value = variables[name] ?? fallback;
    if (value === undefined) throw new Error(`${name} is required.`);
    return value;
  });
}

/** Runs a command of the image on a port of its own. */
async function start(words: readonly string[], variables: Readonly<Record<string, string>>) {
  const port = String(await findFreePort());
  const here = (text: string) =>
    text.replaceAll(PROGRAM, image.path(PROGRAM)).replaceAll(DATA, image.path(DATA)).replaceAll(PORT, port);
  const [program = '', ...args] = words.map(here);
  const isDefaultPort = !args.includes('--port');
  const env = { ...imageEnv(here), ...variables };
  const child = spawn(program, [...args, ...(isDefaultPort ? ['--port', port] : [])], { cwd: image.root, env });
  let said = '';
  let shown = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const ended = new Promise<number | null>((done) => {
    child.once('close', done);
  });
  const check = JSON.parse(/HEALTHCHECK.* CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  const isReady = async (): Promise<boolean> => {
    const [node = '', ...rest] = check.map(here);
    return await run(node, rest, { env }).then(
      () => true,
      () => false,
    );
  };
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return await ended;
  };
  return {
    stop,
    ended,
    shown: () => shown,
    async exec(command: readonly string[]): Promise<string> {
      const [file = '', ...rest] = command.map(here);
      return (await run(file, rest, { cwd: image.root, env })).stdout;
    },
    async becomesReady(): Promise<boolean> {
      while (!(await isReady())) {
        if (child.exitCode !== null) throw new Error(said);
        await delay(200);
      }
      return true;
    },
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** What ENV sets, with the Node of these tests where the image has its own. */
function imageEnv(here: (text: string) => string): Record<string, string> {
  const set = linesOf(dockerfile, 'ENV').flatMap((line) =>
    line.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const { PATH = '', ...env } = Object.fromEntries(set) as Record<string, string>; // NAME=VALUE pairs
  const own = Object.entries(env).map(([name, value]) => [name, here(value)]);
  const path = `${here(PATH.split(':')[0] ?? '')}:${process.env['PATH'] ?? ''}`;
  return { ...bareEnv(image.root), ...Object.fromEntries(own), PATH: path };
}

/** Arguments of an instruction, one for each time that it stands in the file. */
function linesOf(text: string, instruction: string): string[] {
  return [...text.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, rest = '']) => rest);
}
