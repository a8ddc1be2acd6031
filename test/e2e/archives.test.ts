import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import type { ArchiveManifest } from '../../src/contract/archives/archive.ts';
import { archiveOf } from '../helpers/archive.ts';
import { runWf, type WfRun } from '../helpers/run-wf.ts';
import { createWorld } from '../helpers/service-world.ts';
import { startHttpServer, readBody } from '../helpers/start-http-server.ts';
import { startService } from '../helpers/start-service.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

interface Entry {
  readonly name: string;
  readonly text: string | Uint8Array;
  readonly type?: 'file' | 'symlink' | 'directory';
}

async function toTar(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, text, type = 'file' } of entries) {
    if (type === 'file') tar.entry({ name }, Buffer.from(text));
    else tar.entry({ name, type, linkname: '/etc/passwd' });
  }
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer); // the packer yields buffers
  return gzipSync(Buffer.concat(chunks));
}

/** The files of a small valid archive. */
function goodEntries(change: (manifest: ArchiveManifest) => unknown = (manifest) => manifest): Entry[] {
  const { manifest, pages } = archiveOf();
  return [
    ...pages.map(({ table, bytes }) => ({ name: `tables/${table}/000001.ndjson`, text: bytes })),
    { name: 'manifest.json', text: JSON.stringify(change(manifest)) },
  ];
}

test('a whole app moves to another service, runs there, and exports to the same archive', async () => {
  await using project = await tempProject({
    '.wfrc.json': JSON.stringify({ app: 'flow', entry: 'flow.ts' }),
    'flow.ts': `import { configSchema, entrypoint } from 'wfkit';\nimport * as z from 'zod';\nconst C = configSchema({ tone: z.string().default('plain') });\nexport default entrypoint({ config: C, input: z.object({ text: z.string() }) }, async ({ config, input }) => config.tone + ' ' + input.text);\n`,
    'cases.csv': 'text,correct_answer\nhi,plain hi\nyo,other\n',
  });
  await using elsewhere = await tempProject();
  await linkPackages(project.root, ['zod']);
  const run = async (words: string[], cwd = project.root): Promise<WfRun> => {
    const done = await runWf(words, { cwd });
    expect(done, done.stderr).toMatchObject({ exitCode: 0 });
    return done;
  };
  await run(['deploy', '--env', 'production']);
  await run(['variants', 'create', 'tuned', '--set', 'tone=warm']);
  await run(['env', 'deploy', 'production', '--variant', 'tuned']);
  await run(['env', 'rollback', 'production']);
  await run(['eval', 'run', '--testset', 'cases.csv', '--variants', 'default,tuned', '--evaluators', 'exact_match']);
  await run(['env', 'vars', 'set', 'MODEL_KEY=secret-value']);
  const exported = await run(['export', 'backup.tar.gz']);
  expect(exported.stdout).toContain('Exported flow.');
  expect(exported.stdout).toContain('Not included: the values of MODEL_KEY.');
  expect(gunzipSync(await readFile(project.path('backup.tar.gz'))).includes('secret-value')).toBe(false);
  const file = project.path('backup.tar.gz');
  expect((await run(['import', file, '--plan'], elsewhere.root)).stdout).toContain('Nothing was changed.');
  expect((await run(['import', file], elsewhere.root)).stdout).toContain('Imported flow.');
  const calls = ['run', '/', '--app', 'flow', '--input', 'text=hi', '--env', 'production'];
  expect((await run(calls, elsewhere.root)).stdout).toBe('plain hi\n');
  for (const words of [
    ['env', 'revisions', 'production', '--app', 'flow', '--tsv'],
    ['eval', 'show', 'tuned', '--app', 'flow', '--tsv'],
    ['eval', 'rows', 'tuned', '--app', 'flow', '--tsv'],
    ['testsets', 'list', '--tsv'],
  ]) {
    expect((await run(words, elsewhere.root)).stdout).toBe((await run(words)).stdout);
  }
  await run(['env', 'vars', 'set', 'MODEL_KEY=other', '--app', 'flow'], elsewhere.root);
  await run(['export', 'again.tar.gz', '--app', 'flow'], elsewhere.root);
  expect(await readFile(elsewhere.path('again.tar.gz'))).toEqual(await readFile(file));
  expect(await runWf(['import', file], { cwd: elsewhere.root })).toMatchObject({ stdout: '', exitCode: 5 });
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['no archive at all', () => Buffer.from('hello')],
  ['an empty file', () => Buffer.alloc(0)],
  ['gzip of no tar', () => gzipSync('hello')],
  ['no manifest', () => toTar(goodEntries().slice(0, -1))],
  ['a manifest that is no JSON', () => toTar([{ name: 'manifest.json', text: '{' }])],
  ['a manifest of another format', () => toTar(goodEntries((manifest) => ({ ...manifest, format: 2 })))],
  [
    'a file that is not in the manifest',
    () => toTar([{ name: 'tables/keys/000001.ndjson', text: '{}' }, ...goodEntries()]),
  ],
  ['a missing page', () => toTar(goodEntries().slice(1))],
  [
    'a wrong checksum',
    async () => {
      const [first, ...rest] = goodEntries();
      return await toTar([{ name: first?.name ?? '', text: '{"id":"other"}\n' }, ...rest]);
    },
  ],
  ['a page twice', async () => await toTar([...goodEntries().slice(0, 1), ...goodEntries()])],
  ['a path that climbs', () => toTar([{ name: '../../etc/cron.d/x', text: 'x' }, ...goodEntries()])],
  ['an absolute path', () => toTar([{ name: '/tmp/x', text: 'x' }, ...goodEntries()])],
  ['a link', () => toTar([{ name: 'manifest.json', text: '', type: 'symlink' }])],
  ['a folder', () => toTar([{ name: 'tables/', text: '', type: 'directory' }, ...goodEntries()])],
  [
    'a file that inflates to more than a page may have',
    () => toTar([{ name: 'tables/apps/000001.ndjson', text: Buffer.alloc(65 * 1024 * 1024) }, ...goodEntries()]),
  ],
])('an archive with %s is rejected, and nothing is stored', async (_, make) => {
  await using folder = await tempProject();
  await writeFile(folder.path('bad.tar.gz'), await make());
  const run = await runWf(['import', 'bad.tar.gz', '--json'], { cwd: folder.root });
  expect([run.stdout, run.exitCode]).toEqual(['', 2]);
  expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: 'WF_INVALID_INPUT' } });
  expect((await runWf(['apps', 'list', '--json'], { cwd: folder.root })).stdout).toBe('[]\n');
});

test('an archive truncated anywhere is rejected', async () => {
  await using folder = await tempProject();
  const whole = await toTar(goodEntries());
  for (const share of [0.1, 0.5, 0.9, 0.99]) {
    await writeFile(folder.path('cut.tar.gz'), whole.subarray(0, Math.floor(whole.length * share)));
    expect(await runWf(['import', 'cut.tar.gz', '--plan'], { cwd: folder.root })).toMatchObject({
      stdout: '',
      exitCode: 2,
    });
  }
});

test('a service with only public endpoints is exported as far as those reach', async () => {
  await using running = await startService({ transport: 'socket' });
  const world = await createWorld(running);
  const evaluation = await world.makeEvaluation();
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 60 } } });
  // Our own endpoints answer 404, as other services do.
  await using legacy = await startHttpServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const path = request.url ?? '';
      if (/\/(export|deployments|routes|variables|imports|artifacts)\b/.test(path)) {
        return response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}');
      }
      const headers = { authorization: String(request.headers.authorization) };
      const init = { method: request.method ?? 'GET', headers, body: body === '' ? null : body };
      const answer = await fetch(`${running.baseUrl}${path}`, init);
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  });
  await using folder = await tempProject();
  const options = { cwd: folder.root, env: { WF_API_KEY: running.keys.operator } };
  const exported = await runWf(['export', 'old.tar.gz', '--base-url', legacy.url], options);
  expect(exported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Not included: code') });
  expect(await runWf(['import', 'old.tar.gz'], { cwd: folder.root })).toMatchObject({ exitCode: 0 });
  const show = async (words: string[]) =>
    JSON.parse((await runWf([...words, '--json'], { cwd: folder.root })).stdout) as unknown;
  expect(await show(['variants', 'show', 'default', '--app', 'support'])).toMatchObject({
    variant_id: world.variantId,
    revision: 2,
    parameters: { words: 60 },
  });
  expect(await show(['env', 'revisions', 'production', '--app', 'support'])).toMatchObject({ revision: 1 });
  expect(await show(['eval', 'rows', evaluation])).toHaveLength(2);
});

test("the printed checksum is the file's", async () => {
  await using running = await startService({ transport: 'socket' });
  await createWorld(running);
  await using folder = await tempProject();
  const options = { cwd: folder.root, env: { WF_API_KEY: running.keys.operator } };
  const run = await runWf(['export', 'a.tar.gz', '--json', '--base-url', running.baseUrl], options);
  const { sha256 } = JSON.parse(run.stdout) as { sha256: string };
  expect(sha256).toBe(
    createHash('sha256')
      .update(await readFile(folder.path('a.tar.gz')))
      .digest('hex'),
  );
  const piped = await runWf(['export', '-', '--base-url', running.baseUrl], { ...options, encoding: 'latin1' });
  expect([piped.exitCode, piped.stderr]).toEqual([0, expect.stringContaining(sha256)]);
  expect(Buffer.from(piped.stdout, 'latin1')).toEqual(await readFile(folder.path('a.tar.gz')));
  expect(await runWf(['export', '-', '--json', '--base-url', running.baseUrl], options)).toMatchObject({
    stdout: '',
    exitCode: 2,
  });
  expect(await runWf(['export', 'no/such/folder.tar.gz', '--base-url', running.baseUrl], options)).toMatchObject({
    stdout: '',
    exitCode: 2,
  });
  const asAuthor = { ...options, env: { WF_API_KEY: running.keys.author } };
  expect(await runWf(['export', 'a.tar.gz', '--base-url', running.baseUrl], asAuthor)).toMatchObject({ exitCode: 4 });
});
