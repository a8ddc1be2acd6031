/**
 * Upgrades a service without a pause, and goes back: `node test/bench/upgrade.ts OLD`, where OLD is the folder of an older
 * built checkout. Two replicas of both versions share one PostgreSQL, while clients call both.
 */
import { join, resolve } from 'node:path';
import { createDatabase } from '../helpers/postgres.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { type RunningWf, startWf } from './running-wf.ts';
import { runProcess } from './run-process.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of an older, built checkout.');
const say = (line: string) => void process.stdout.write(`${line}\n`);

await using stack = new AsyncDisposableStack();
const project = stack.use(await createBenchProject(HELLO_WORLD));
const older = withProgram(project, join(resolve(folder), 'bin/wf.js'));
const server = stack.use(await startPostgresServer());
const database = stack.use(await createDatabase(server.url));
const from = ['serve', '--port', '0', '--database-url', database.url] as const;
process.env['WF_SECRET_KEY'] = Buffer.alloc(32, 7).toString('base64');

const old = await startWf(older, ...from);
const { stdout } = await runProcess(older.wf('deploy', '--json', '--base-url', old.url));
// Printed by `wf deploy --json` for a service with an address.
const { deployment } = JSON.parse(stdout) as { deployment: { uri: string } };
const path = `${new URL(deployment.uri).pathname}/run`;
const backup = project.path('../backup.db');
await runProcess(older.wf('backup', backup, '--database-url', database.url));
say(`old: deployed, called: ${await call(old, 'default')}; backed up`);

const replica = await startWf(project, ...from, '--data-dir', '../new');
say('new: started on the same database, which it migrated');
let calls = 0;
const ending = new AbortController();
const calling = Promise.all(
  [old, replica].map(async (each) => {
    while (!ending.signal.aborted) {
      await call(each, 'default');
      calls += 1;
    }
  }),
);
for (const [index, writer] of [older, project, older, project].entries()) {
  const address = writer === older ? old.url : replica.url;
  const set = `greeting=Round-${index}`;
  await runProcess(writer.wf('variants', 'update', 'default', '--set', set, '--base-url', address, '--json'));
  for (const each of [old, replica]) {
    const answer = await call(each, 'default');
    if (!answer.includes(`Round-${index}`)) throw new Error(`A replica answers ${answer} after ${set}.`);
  }
  const listed = await runProcess(project.wf('variants', 'list', '--json', '--base-url', replica.url));
  if (!listed.stdout.includes(`Round-${index}`)) throw new Error(`The new replica does not list ${set}.`);
}
ending.abort();
await calling;
say(`both: 4 changes by either version were seen by both with the next call; ${calls} calls, 0 failed`);

await old[Symbol.asyncDispose]();
const restarted = await runProcess(older.wf(...from)).then(
  () => 'started',
  (error: unknown) => (error instanceof Error ? error.message : ''),
);
if (!restarted.includes('newer wf')) throw new Error(`The old version does not refuse the newer schema: ${restarted}`);
say('old: refuses to restart on the newer schema');
await replica[Symbol.asyncDispose]();

const empty = stack.use(await createDatabase(server.url));
await runProcess(older.wf('restore', backup, '--database-url', empty.url));
const back = await startWf(older, 'serve', '--port', '0', '--database-url', empty.url);
say(`old: restored from the backup, called: ${await call(back, 'default')}`);
await back[Symbol.asyncDispose]();

async function call({ url, key }: RunningWf, config: string): Promise<string> {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'you', config }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

/** The same project, run by another build of the program. */
function withProgram(project: BenchProject, program: string): BenchProject {
  const wf: BenchProject['wf'] = (...words) => {
    const { args, ...rest } = project.wf(...words);
    return { ...rest, args: [program, ...args.slice(1)] };
  };
  return { ...project, wf };
}
