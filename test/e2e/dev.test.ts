import { request } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { DevEvent } from '../../src/contract/develop/dev-events.ts';
import { devProject, save, workflow } from '../helpers/dev-project.ts';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { linkPackages } from '../helpers/temp-project.ts';

test('a save runs the new code, and a broken one keeps the last good version serving and reports its position', async () => {
  await using project = await devProject();
  await using dev = await startDev(project, ['--port', '0']);
  expect(await dev.call('/playground/run')).toBe('one');
  const events = dev.events();
  expect((await events.next()).value).toMatchObject({ type: 'reload-end', app: 'support' });
  await save(project, 'src/workflow.ts', workflow("'two'"));
  expect((await events.next()).value).toMatchObject({ type: 'reload-end', routes: [{ path: '/' }] });
  expect(await dev.call('/playground/run')).toBe('two');
  expect(await dev.call('/run')).toBe('two');
  await save(project, 'src/workflow.ts', workflow("'two' +"));
  expect((await events.next()).value).toMatchObject({
    type: 'reload-fail',
    message: 'The workflow does not compile: Unexpected ")".',
    file: 'src/workflow.ts',
    line: 2,
    column: expect.any(Number),
    frame: expect.stringMatching(/ 2 \| .*\n.*\^$/),
    routes: [{ path: '/' }],
  });
  expect(await dev.call('/playground/run')).toBe('two');
  await save(project, 'src/workflow.ts', "throw new Error('at import');");
  expect((await events.next()).value).toMatchObject({ type: 'reload-fail', file: 'src/workflow.ts', line: 1 });
  expect(await dev.call('/playground/run')).toBe('two');
  await save(project, 'src/workflow.ts', workflow("'three'"));
  expect((await events.next()).value).toMatchObject({ type: 'reload-end' });
  expect(await dev.call('/playground/run')).toBe('three');
  await save(project, 'src/workflow.ts', ASKING);
  expect((await events.next()).value).toMatchObject({ type: 'reload-end' });
  expect(await dev.call('/run')).toEqual([{ words: 5 }, { words: 5 }]);
  expect(dev.log).toContain('"reload-fail"');
});

/** Asks for its configuration without a schema; nothing is deployed yet. */
const ASKING = `import { ConfigManager, configSchema, entrypoint, routingContextManager } from 'wfkit';
import * as z from 'zod';
const ask = () => ConfigManager.getFromRoute();
export default entrypoint({ config: configSchema({ words: z.int().default(5) }) }, async () => [
  await ask(), await routingContextManager({ environment: { slug: 'production' } }, ask)]);`;

test('the terminal shows each call, and where the code threw', async () => {
  await using project = await devProject("JSON.parse('{')");
  await using dev = await startDev(project, ['--port', '0']);
  await dev.call('/playground/run');
  await expect.poll(() => dev.log).toContain('"call-end"');
  const line = dev.log.split('\n').find((text) => text.includes('"call-end"'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    type: 'call-end',
    route: '/',
    status: 500,
    cost: null,
    message: expect.stringContaining('JSON'),
    file: 'src/workflow.ts',
    line: 2,
    frame: expect.stringMatching(/^ {2}2 \| .*\n.*\^$/),
  });
});

test('a project that does not build at first is served once it does', async () => {
  await using project = await devProject("missing('one')");
  await writeFile(project.path('src/workflow.ts'), "import './not-there.ts';\nexport {};");
  await using dev = await startDev(project, ['--port', '0']);
  const events = dev.events();
  expect((await events.next()).value).toMatchObject({ type: 'reload-fail', line: 1, routes: [] });
  const refused = await dev.fetch('/dev/workflow/run', { method: 'POST', body: '{}' });
  expect(refused.status).toBe(503);
  await save(project, 'src/workflow.ts', workflow("'healed'"));
  expect((await events.next()).value).toMatchObject({ type: 'reload-end' });
  expect(await dev.call('/playground/run')).toBe('healed');
});

test('added and renamed files are watched, also in new folders', async () => {
  await using project = await devProject();
  await using dev = await startDev(project, ['--port', '0']);
  const events = dev.events();
  await events.next();
  await writeFile(project.path('src/workflow.ts'), `import { word } from './words/word.ts';\n${workflow('word')}`);
  await untilEvent(events, 'reload-fail');
  await mkdir(project.path('src/words'));
  await writeFile(project.path('src/words/word.ts'), "export const word = 'added';");
  await expect.poll(() => dev.call('/playground/run')).toBe('added');
  await rename(project.path('src/words'), project.path('src/terms'));
  await untilEvent(events, 'reload-fail');
  const renamed = `import { word } from './terms/word.ts';\n${workflow("word + '!'")}`;
  await writeFile(project.path('src/workflow.ts'), renamed);
  await expect.poll(() => dev.call('/playground/run')).toBe('added!');
  await writeFile(project.path('src/terms/word.ts'), "export const word = 'changed';");
  await expect.poll(() => dev.call('/playground/run')).toBe('changed!');
});

test('changes of the environment, the project file and packages are picked up', async () => {
  await using project = await devProject("process.env['GREETING'] ?? 'none'");
  await using dev = await startDev(project, ['--port', '0']);
  const events = dev.events();
  await events.next();
  expect(await dev.call('/playground/run')).toBe('none');
  await writeFile(project.path('.env'), 'GREETING=hello\n');
  await expect.poll(() => dev.call('/playground/run')).toBe('hello');
  await writeFile(project.path('src/other.ts'), `import { word } from 'words';\n${workflow('word')}`);
  await writeFile(project.path('wf.config.json'), JSON.stringify({ app: 'support', entry: 'src/other.ts' }));
  await untilEvent(events, 'reload-fail');
  await mkdir(project.path('node_modules/words'));
  await writeFile(
    project.path('node_modules/words/package.json'),
    JSON.stringify({ name: 'words', exports: './a.js', type: 'module' }),
  );
  await writeFile(project.path('node_modules/words/a.js'), "export const word = 'installed';");
  await writeFile(project.path('node_modules/.package-lock.json'), '{}');
  await expect.poll(() => dev.call('/playground/run')).toBe('installed');
});

test('a handler that exits the process is reported, and the next call is answered', async () => {
  await using project = await devProject("process.exit(3) ?? 'one'");
  await using dev = await startDev(project, ['--port', '0']);
  const ended = await dev.fetch('/dev/workflow/playground/run', { method: 'POST', body: '{}' });
  expect([ended.status, await ended.json()]).toMatchObject([502, { detail: expect.stringContaining('ended') }]);
  await writeFile(project.path('src/workflow.ts'), workflow("'better'"));
  await expect.poll(() => dev.call('/playground/run')).toBe('better');
});

test("a call from source returns its libraries' spans and its cost", async () => {
  await using project = await devProject();
  await linkPackages(project.root, ['@opentelemetry/api']);
  await writeFile(project.path('src/workflow.ts'), readFileSync(resolve('test/fixtures/workflows/traced.ts')));
  await using dev = await startDev(project, ['--port', '0']);
  const answer = await dev.fetch('/dev/workflow/playground/run/answer', { method: 'POST', body: '{}' });
  expect(await answer.json()).toMatchObject({
    data: 'done',
    // Prices are per million tokens.
    tree: {
      nodes: [{ metrics: { acc: { costs: { total: expect.closeTo(0.17, 12) } } }, nodes: { search: {}, ask: {} } }],
    },
  });
});

test('an address from the project file is not trusted', async () => {
  await using project = await devProject();
  await mkdir(project.path('.wf'));
  const file = { url: 'http://127.0.0.1:9', pid: process.pid, started_at: '2026-01-01T00:00:00Z' };
  writeFileSync(project.path('.wf/dev.json'), JSON.stringify(file), { mode: 0o644 });
  const listed = await runWf(['apps', 'list', '--json'], { cwd: project.root });
  expect(listed).toMatchObject({ exitCode: 0, stdout: '[]\n' });
});

test('it replaces its default port if taken, but never a requested port', async () => {
  await using project = await devProject();
  await using other = await devProject();
  await using first = await startDev(project);
  await using second = await startDev(other);
  expect(second.url).not.toBe(first.url);
  await using third = await devProject();
  const { port } = new URL(first.url);
  const refused = await runWf(['dev', '--port', port], { cwd: third.root });
  expect(refused).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/^Error: .* another program already listens there/),
  });
  const again = await runWf(['dev'], { cwd: project.root });
  expect(again).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining(`already serves this folder at ${first.url}`),
  });
});

test('other host names, other origins and unsigned requests are rejected', async () => {
  await using project = await devProject();
  await using dev = await startDev(project, ['--port', '0']);
  const { host, port } = new URL(dev.url);
  const key = { authorization: `ApiKey ${readFileSync(project.path('.wf/key'), 'utf8').trim()}` };
  const statusOf = (headers: Record<string, string>) => postStatus(Number(port), { ...key, ...headers });
  expect(await statusOf({ host })).toBe(200);
  expect(await statusOf({ host: `evil.example:${port}` })).toBe(421);
  expect(await statusOf({ host, origin: 'http://evil.example' })).toBe(403);
  expect(await statusOf({ host, origin: `http://127.0.0.1:1` })).toBe(403);
  expect(await statusOf({ host, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await postStatus(Number(port), { host })).toBe(401);
  expect((await fetch(`${dev.url}/dev/events`)).status).toBe(401);
});

/** A save in several steps may cause several events. */
async function untilEvent(events: AsyncGenerator<DevEvent>, type: DevEvent['type']): Promise<void> {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error(`wf dev ended before ${type}.`);
    if (value.type === type) return;
  }
}

/** `fetch` sets `Host` and `Origin` itself. */
function postStatus(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const path = '/dev/workflow/playground/run';
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end('{}');
  });
}
