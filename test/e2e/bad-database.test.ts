import { readFile, truncate, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { expectRefusal } from '../helpers/expect-refusal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

type Harm = (file: string) => Promise<void> | void;

const makeNewer: Harm = (file) => {
  const database = new DatabaseSync(file);
  database.exec(`insert into wf_migrations (number, name, applied_at) values (999, 'later', '2027-01-01T00:00:00Z')`);
  database.close();
};

test.each<[string, Harm, string]>([
  ['from a newer wf', makeNewer, 'was created by a newer wf: its schema is number 999'],
  ['cut short', async (file) => await truncate(file, 9000), 'is damaged or truncated'],
  ['no database', async (file) => await writeFile(file, 'just some notes\n'.repeat(100)), 'is not a database'],
])('every command reports a database that is %s and writes nothing to it', async (_, harm, reason) => {
  await using project = await tempProject({ '.wfrc.json': '{"app": "kept", "entry": "workflow.ts"}' });
  expect(await runWf(['apps', 'create', 'kept'], { cwd: project.root })).toMatchObject({ exitCode: 0 });
  const file = project.path('.wf/wf.db');
  await harm(file);
  const harmed = await readFile(file);
  const refusal = { exitCode: 1, code: 'WF_DATABASE', says: `The database ${file} ${reason}` };
  for (const line of ['apps list', 'apps create other', 'whoami', 'env list']) {
    await expectRefusal(line.split(' '), refusal, { cwd: project.root });
  }
  expect(await readFile(file)).toEqual(harmed);
});

const NOT_POSTGRES = 'The address of the database is not PostgreSQL';

test.each<[string, { exitCode: number; code: string; says: string }]>([
  ['mysql://db/wf', { exitCode: 2, code: 'WF_INVALID_INPUT', says: NOT_POSTGRES }],
  ['nonsense', { exitCode: 2, code: 'WF_INVALID_INPUT', says: NOT_POSTGRES }],
  ['sqlite:wf.db', { exitCode: 2, code: 'WF_INVALID_INPUT', says: NOT_POSTGRES }],
  ['postgres://127.0.0.1:1/wf?pool_max=0', { exitCode: 2, code: 'WF_INVALID_INPUT', says: 'pool_max in the address' }],
  ['postgres://127.0.0.1:1/wf', { exitCode: 1, code: 'WF_DATABASE', says: 'nothing listens there' }],
])('a worker whose database is %s reports the reason and exits', async (url, refusal) => {
  await expectRefusal(['worker', '--database-url', url], refusal);
});
