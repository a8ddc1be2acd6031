import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

const ROWS = 4000;
const CONFIG = `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'kept', entry: 'flow.ts' });\n`;
const FLOW = `import { entrypoint } from 'wfkit';\nimport * as z from 'zod';\nexport default entrypoint({ input: z.object({ text: z.string() }) }, ({ input }) => input.text);\n`;
const CASES = Array.from({ length: ROWS }, (_, row) => `{"text":"t${row}","correct_answer":"t${row}"}`).join('\n');

/**
 * A disk that only this shell and its children see, as any user can mount on Linux. It holds the project
 * and a file that leaves less space than the evaluation needs. Copies of the database go to the ordinary disk.
 */
const SCRIPT = `
mount -t tmpfs -o size=40m tmpfs disk && cp -r project/. disk/ && cd disk
"$NODE" "$WF" testsets create cases.jsonl >/dev/null || exit 90
free=$(df -k . | tail -1 | awk '{print $4}')
dd if=/dev/zero of=filler bs=1k count=$((free - 3000)) 2>/dev/null
"$NODE" "$WF" eval run --testset cases --evaluators exact_match --json > ../run.out 2> ../run.err; echo $? > ../run.code
cp .wf/wf.db* ../full/
rm filler
"$NODE" "$WF" eval resume default --json > ../resume.out 2> ../resume.err; echo $? > ../resume.code
cp .wf/wf.db* ../done/
cat ../run.code ../resume.code; wc -c < ../run.out; cat ../run.err
`;

test('an evaluation that fills the disk says so, loses nothing, and resumes when there is space', async () => {
  await using home = await tempProject({
    'project/wf.config.ts': CONFIG,
    'project/flow.ts': FLOW,
    'project/cases.jsonl': CASES,
  });
  expect(await runWf(['deploy'], { cwd: home.path('project') })).toMatchObject({ exitCode: 0 });
  for (const folder of ['disk', 'full', 'done']) await mkdir(home.path(folder));
  const env = { ...bareEnv(home.root), NODE: process.execPath, WF };
  const told = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', SCRIPT], { cwd: home.root, env });
  expect(told.stdout).toMatch(/^1\n0\n0\n/);
  expect(told.stdout).toContain('cannot grow: the disk is full.');
  const [stored, finished] = [readOutcomes(home.path('full/wf.db')), readOutcomes(home.path('done/wf.db'))];
  expect(stored.size).toBeLessThan(ROWS);
  expect(finished.size).toBe(ROWS);
  // A repeated call would have another latency.
  expect([...stored].filter(([row, latency]) => finished.get(row) !== latency)).toEqual([]);
});

/** The latency of each finished row. */
function readOutcomes(file: string): Map<unknown, unknown> {
  using database = new DatabaseSync(file);
  const rows = database.prepare('select scenario_id, latency from evaluation_outcomes').all();
  return new Map(rows.map(({ scenario_id, latency }) => [scenario_id, latency]));
}

/** Serves on a disk of 40 MB, and prints what its readiness becomes while its disk is writable, full and read-only. */
const READINESS = `
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
const child = spawn(process.execPath, [process.env.WF, 'serve', '--port', '0', '--data-dir', 'disk/data', '--json']);
let said = '';
for await (const text of child.stdout) if ((said += text).includes('}')) break;
const { url, key_file: keyFile } = JSON.parse(said);
// An answer is kept for a second, so a new one comes later.
const next = async (before) => {
  for (;;) {
    const answer = await fetch(url + '/health/ready');
    const state = JSON.stringify([answer.status, (await answer.json()).detail ?? null]);
    if (state !== before) return state;
    await delay(100);
  }
};
const states = [await next(null)];
const change = async () => void states.push(await next(states.at(-1)));
try { writeFileSync('disk/filler', Buffer.alloc(64 << 20)); } catch {}
await change();
// What is left of the database's file may take some records.
const headers = { authorization: 'ApiKey ' + readFileSync(keyFile, 'utf8').trim(), 'content-type': 'application/json' };
let refused = { status: 200 };
for (let app = 0; refused.status === 200; app += 1)
  refused = await fetch(url + '/apps', { method: 'POST', headers, body: JSON.stringify({ app_name: 'app-' + app }) });
const answer = [refused.status, (await refused.json()).detail];
rmSync('disk/filler');
await change();
// A second mount over the first, which open files keep busy.
execFileSync('mount', ['--bind', 'disk', 'disk']);
execFileSync('mount', ['-o', 'remount,bind,ro', 'disk']);
await change();
execFileSync('umount', ['disk']);
await change();
child.kill();
console.log('[' + [...states, JSON.stringify(answer)] + ']');
`;

test('a service is not ready while its disk is full or read-only, and tells callers no path', async () => {
  await using home = await tempProject({ 'probe.mjs': READINESS, 'disk/x': '' });
  const env = { ...bareEnv(home.root), NODE: process.execPath, WF };
  const script = 'mount -t tmpfs -o size=40m tmpfs disk && "$NODE" probe.mjs';
  const run = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', script], { cwd: home.root, env });
  const states: unknown = JSON.parse(run.stdout);
  const ready = [200, null];
  const problem = 'The data folder takes no writes: its disk is';
  const refused = [503, expect.stringMatching(/^The database cannot [^/]* disk is full\.$/)];
  expect(states).toEqual([ready, [503, `${problem} full.`], ready, [503, `${problem} read-only.`], ready, refused]);
});

/** Runs each command on a disk that is full, then those that can be repeated on one that is not. */
const COMMANDS = `
mount -t tmpfs -o size=24m tmpfs disk && cp -r project/. disk/ && cd disk
wf() { "$NODE" "$WF" "$@" > ../out 2> ../err; echo "$? $(grep -v '^Bundl' ../err | head -1)"; }
dd if=/dev/zero of=filler bs=4k 2>/dev/null
wf backup copy.db
wf variants create other
wf deploy
wf build
rm filler
wf variants create other
wf deploy
wf backup copy.db
`;

test('each command that a full disk stops says so, and succeeds when there is space', async () => {
  await using home = await tempProject({ 'project/wf.config.ts': CONFIG, 'project/flow.ts': FLOW, 'disk/x': '' });
  expect(await runWf(['deploy'], { cwd: home.path('project') })).toMatchObject({ exitCode: 0 });
  const env = { ...bareEnv(home.root), NODE: process.execPath, WF };
  const run = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', COMMANDS], { cwd: home.root, env });
  const lines = run.stdout.trim().split('\n');
  expect(lines).toHaveLength(7);
  // A backup reads its database first, whose log needs space, too.
  expect(lines[0]).toMatch(/^1 Error: The database \S*wf\.db cannot be read or written: the disk is full\.$/);
  for (const line of lines.slice(1, 4)) expect(line).toMatch(/^1 Error: .*disk is full/);
  expect(lines.slice(4).map((line) => line[0])).toEqual(['0', '0', '0']);
});

const FIRST_START = `
mount -t tmpfs -o size=512k tmpfs disk
"$NODE" "$WF" serve --port 0 --data-dir disk/data 2> err; echo "$? $(head -1 err) $(ls -A disk/data)"
"$NODE" "$WF" backup copy.db --data-dir disk/data 2> err; echo "$? $(head -1 err)"
`;

test('a first start on a full disk leaves no database that is none', async () => {
  await using home = await tempProject({ 'disk/x': '' });
  const env = { ...bareEnv(home.root), NODE: process.execPath, WF };
  const run = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', FIRST_START], { cwd: home.root, env });
  const [started, copied] = run.stdout.split('\n');
  expect(started).toMatch(/^1 Error: The database \S*wf\.db cannot grow: the disk is full\. $/);
  expect(copied).toMatch(/^3 Error: There is no database at /);
});
