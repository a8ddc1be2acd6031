import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';

/** The counters of `test/fixtures/workflows/leaving.ts`. */
interface Seen {
  readonly waiting: number;
  readonly fired: number;
  readonly produced: number;
  readonly ended: number;
}

/** Served routes and their address. */
interface Served extends AsyncDisposable {
  /** Base URL of playground calls. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

const SERVERS: readonly (readonly [string, () => Promise<Served>])[] = [
  ['wf dev', serveSources],
  ['wf serve', serveDeployed],
];

test.each(SERVERS)("under %s, the handler's signal fires when the caller disconnects", async (_, serve) => {
  await using served = await serve();
  const leaving = new AbortController();
  const { signal } = leaving;
  const call = fetch(`${served.base}/wait`, { method: 'POST', body: '{}', headers: served.headers, signal });
  await expect.poll(() => look(served)).toMatchObject({ waiting: 1, fired: 0 });
  leaving.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(() => look(served)).toMatchObject({ fired: 1 });
});

test.each(SERVERS)('under %s, a slow reader slows a stream down, and disconnecting ends it', async (_, serve) => {
  await using served = await serve();
  const stream = await openStream(served);
  await untilAtRest(async () => (await look(served)).produced);
  expect(await look(served)).toMatchObject({ ended: 0 });
  stream.destroy();
  await expect.poll(() => look(served)).toMatchObject({ ended: 1 });
});

async function look({ base, headers }: Served): Promise<Seen> {
  const answer = await fetch(`${base}/look`, { method: 'POST', body: '{}', headers });
  // The envelope of every answer.
  return ((await answer.json()) as { data: Seen }).data;
}

/** Opens the endless stream and reads only its first part. */
async function openStream({ base, headers }: Served): Promise<IncomingMessage> {
  const sent = request(`${base}/endless`, { method: 'POST', headers: { ...headers, accept: 'text/event-stream' } });
  sent.on('error', () => undefined).end('{}');
  const [stream] = (await once(sent, 'response')) as [IncomingMessage];
  stream.on('error', () => undefined);
  await once(stream, 'readable');
  return stream;
}

/** Waits until a count stops growing. */
async function untilAtRest(count: () => Promise<number>): Promise<void> {
  let [last, same] = [-1, 0];
  const readAgain = async (): Promise<number> => {
    const now = await count();
    [same, last] = [now === last ? same + 1 : 0, now];
    return same;
  };
  await expect.poll(readAgain).toBeGreaterThan(5);
}

async function serveSources(): Promise<Served> {
  const stack = new AsyncDisposableStack();
  const project = stack.use(await leavingProject());
  const dev = stack.use(await startDev(project, ['--port', '0']));
  return { ...(await addressOf(dev.url, '/dev/workflow', project)), [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function serveDeployed(): Promise<Served> {
  const stack = new AsyncDisposableStack();
  const project = stack.use(await leavingProject());
  const server = stack.use(await startWfServe(project.root));
  const deployed = await runWf(['deploy', '--json', '--base-url', server.url], { cwd: project.root });
  expect(deployed).toMatchObject({ exitCode: 0 });
  const served = await addressOf(server.url, '/services/support/default', project);
  return { ...served, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function addressOf(url: string, path: string, project: TempProject) {
  const key = (await readFile(project.path('.wf/key'), 'utf8')).trim();
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
  return { base: `${url}${path}/playground/run`, headers };
}

async function leavingProject(): Promise<TempProject> {
  const project = await tempProject({
    'package.json': JSON.stringify({ name: 'support', type: 'module' }),
    'wf.config.json': JSON.stringify({ app: 'support' }),
    'src/workflow.ts': await readFile(resolve('test/fixtures/workflows/leaving.ts'), 'utf8'),
  });
  await linkPackages(project.root, ['zod']);
  return project;
}
