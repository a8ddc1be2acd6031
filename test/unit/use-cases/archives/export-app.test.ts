import { readFile, stat, writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ARCHIVE_TABLES, type ArchiveManifest, type ArchiveRow } from '../../../../src/contract/archives/archive.ts';
import { CODE_PART, toPartsDocument } from '../../../../src/contract/deployments/bundle-parts.ts';
import { exportApp } from '../../../../src/use-cases/archives/export-app.ts';
import { readArchive } from '../../../../src/use-cases/archives/read-archive.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const APP = { app_id: 'a-1', app_name: 'support' };

const SHA = { code: 'c'.repeat(64), part: 'd'.repeat(64), evaluators: 'e'.repeat(64) };

type Rows = Partial<Record<string, readonly ArchiveRow[]>>;

/** A service whose one bundle has a part, which a second deployment and its evaluators share. */
function service(rows: Rows, app = APP) {
  return fakeClient({
    listApps: async () => [app],
    listVariables: async () => [{ name: 'OPENAI_API_KEY' }] as never,
    listAppEnvironments: async () => [{ name: 'staging' }, { name: 'live site' }] as never,
    listEnvironmentVariables: (async ({ environment_name }: { readonly environment_name: string }) => [
      { name: 'OPENAI_API_KEY', from: 'app' },
      ...(environment_name === 'staging' ? [] : [{ name: 'TOKEN', from: 'environment' }]),
    ]) as never,
    exportTable: (async ({ table }: { readonly table: string }) => rows[table] ?? []) as never,
    getArtifact: async ({ sha256 }: { readonly sha256: string }) =>
      sha256 === SHA.code
        ? toPartsDocument([{ path: CODE_PART, sha256: SHA.part, size: 4 }])
        : new TextEncoder().encode('code'),
  });
}

/** Exports an app, and reads the archive's entries. */
async function exported(rows: Rows, app = APP, file: string | null = null) {
  await using folder = await tempFolder();
  const { client, calls } = service(rows, app);
  const report = await exportApp({ client, app: null, file, stdout: new PassThrough(), cwd: folder.root });
  const path = folder.path(report.file);
  const entries = new Map<string, string>();
  for await (const { name, bytes } of readArchive({ path, name: report.file, size: report.size })) {
    entries.set(name, Buffer.from(bytes).toString());
  }
  const manifest = JSON.parse(entries.get('manifest.json') ?? '') as ArchiveManifest;
  return {
    report,
    entries,
    manifest,
    calls,
    mode: (await stat(path)).mode & 0o777,
    size: (await readFile(path)).length,
  };
}

const rowOf = (id: number) => ({ id: `v-${id}` });

test('an archive is named after its app, and only its owner can read it', async () => {
  const { report, mode, size } = await exported({ apps: [{ id: 'a-1' }] }, { ...APP, app_name: 'my app/ñ.v2' });
  expect(report).toEqual({
    app_id: 'a-1',
    app_name: 'my app/ñ.v2',
    file: 'my-app-.v2.tar.gz',
    size,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    rows: { ...Object.fromEntries(ARCHIVE_TABLES.map((table) => [table, 0])), apps: 1 },
    artifacts: 0,
    variables: ['OPENAI_API_KEY'],
    missing: ["the values of TOKEN in live site. Set each: wf env vars set TOKEN --env 'live site'"],
  });
  expect(mode).toBe(0o600);
});

test('what refers to other records comes before them, and the manifest last', async () => {
  const { entries } = await exported({ apps: [{ id: 'a-1' }], variants: [rowOf(1), rowOf(2)] });
  expect([...entries]).toEqual([
    ['tables/variants/000001.ndjson', '{"id":"v-1"}\n{"id":"v-2"}\n'],
    ['tables/apps/000001.ndjson', '{"id":"a-1"}\n'],
    ['manifest.json', expect.stringMatching(/^\{\n  "format": 1,[^]*\}\n$/) as string],
  ]);
});

test.each([
  [0, []],
  [100, [100]],
  [101, [100, 1]],
  [201, [100, 100, 1]],
])('%i rows are %j a page', async (count, pages) => {
  const { manifest } = await exported({ variants: Array.from({ length: count }, (_, index) => rowOf(index)) });
  expect(manifest.pages.map(({ rows, page }) => [page, rows])).toEqual(pages.map((rows, index) => [index + 1, rows]));
});

test('a page has at most a megabyte, unless one row is larger', async () => {
  const line = (length: number) => ({ text: 'x'.repeat(length - JSON.stringify({ text: '' }).length - 1) });
  const half = 512 * 1024;
  const pages = async (...lengths: readonly number[]) =>
    (await exported({ variants: lengths.map(line) })).manifest.pages.map(({ size }) => size);
  expect(await pages(half, half, 100)).toEqual([2 * half, 100]);
  expect(await pages(half, half + 1)).toEqual([half, half + 1]);
  expect(await pages(3 * half, 100)).toEqual([3 * half, 100]);
});

test('each bundle is exported once, after its parts', async () => {
  const evaluators = JSON.stringify({ artifact_sha256: SHA.evaluators, schemas: [] });
  const deployments = [
    { id: 'd-1', artifact_sha256: SHA.code, evaluators: null },
    { id: 'd-2', artifact_sha256: SHA.code, evaluators },
    { id: 'd-3', artifact_sha256: SHA.part, evaluators: null },
    { id: 'd-4', artifact_sha256: null, evaluators: null },
  ];
  const { entries, manifest, report } = await exported({ deployments });
  const hashes = [SHA.part, SHA.code, SHA.evaluators];
  expect([...entries.keys()].slice(1, -1)).toEqual(hashes.map((sha256) => `artifacts/${sha256}.mjs`));
  expect(manifest.artifacts.map(({ sha256 }) => sha256)).toEqual(hashes);
  expect(manifest.artifacts[0]).toEqual({ sha256: SHA.part, size: 4 });
  expect(report.artifacts).toBe(3);
});

test('an archive is written to standard output, and never over a file', async () => {
  await using folder = await tempFolder();
  const { client } = service({});
  const stdout = new PassThrough();
  const written = buffer(stdout);
  const { file, size } = await exportApp({ client, app: null, file: '-', stdout, cwd: folder.root });
  expect([file, (await written).length]).toEqual(['-', size]);
  await writeFile(folder.path('there'), '');
  await expect(exportApp({ client, app: null, file: 'missing/there', stdout, cwd: folder.root })).rejects.toMatchObject(
    { code: 'WF_INVALID_INPUT' },
  );
});
