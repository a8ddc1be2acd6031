import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Archive } from '../../../../src/use-cases/archives/read-archive.ts';
import { hashFile, verifyArchive } from '../../../../src/use-cases/archives/verify-archive.ts';
import { type ArchiveFile, writeArchive } from '../../../../src/use-cases/archives/write-archive.ts';
import { openOutput } from '../../../../src/use-cases/files/output/open-output.ts';
import { archiveOf } from '../../../helpers/archive.ts';
import { type TempFolder, tempFolder } from '../../../helpers/temp-folder.ts';

const { manifest, pages } = archiveOf();
const MODULE = new TextEncoder().encode('export default 1;');
const SHA256 = createHash('sha256').update(MODULE).digest('hex');
const MANIFEST: ArchiveFile = fileOf('manifest.json', {
  ...manifest,
  artifacts: [{ sha256: SHA256, size: MODULE.length }],
});
const PAGES = pages.map(({ table, bytes }): ArchiveFile => ({ name: `tables/${table}/000001.ndjson`, bytes }));
const ARTIFACT: ArchiveFile = { name: `artifacts/${SHA256}.mjs`, bytes: MODULE };
const WHOLE = [MANIFEST, ...PAGES, ARTIFACT];

test('a whole archive is accepted', async () => {
  await using folder = await tempFolder();
  const archive = await write(folder, WHOLE);
  expect(await verifyArchive(archive)).toMatchObject({ app: manifest.app, artifacts: [{ sha256: SHA256 }] });
});

test.each<[string, readonly ArchiveFile[], string]>([
  ['without a manifest', WHOLE.slice(1), 'it has no manifest, so it is truncated'],
  ['without a page', [MANIFEST, ...PAGES.slice(1), ARTIFACT], 'tables/apps/000001.ndjson is missing'],
  ['without a bundle', [MANIFEST, ...PAGES], `artifacts/${SHA256}.mjs is missing`],
  [
    'with a changed bundle',
    [MANIFEST, ...PAGES, { ...ARTIFACT, bytes: new Uint8Array(3) }],
    `artifacts/${SHA256}.mjs does not match its checksum in the manifest`,
  ],
  [
    'with more files',
    [...WHOLE, fileOf('tables/apps/000002.ndjson', 1), fileOf('tables/apps/000003.ndjson', 1)],
    'tables/apps/000002.ndjson is not in its manifest',
  ],
  [
    'of another format',
    [fileOf('manifest.json', { format: 2 }), ...PAGES],
    'this version of wf does not know its manifest format',
  ],
])('an archive %s is refused', async (_, files, what) => {
  await using folder = await tempFolder();
  const archive = await write(folder, files);
  await expect(verifyArchive(archive)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `Cannot import app.wf: ${what}.`,
  });
});

test('the hash of a file is its SHA-256 in hexadecimal', async () => {
  await using folder = await tempFolder();
  const path = folder.path('file');
  await writeFile(path, MODULE);
  expect(await hashFile(path)).toBe(SHA256);
});

function fileOf(name: string, content: unknown): ArchiveFile {
  return { name, bytes: new TextEncoder().encode(JSON.stringify(content)) };
}

async function write(folder: TempFolder, files: readonly ArchiveFile[]): Promise<Archive> {
  const path = folder.path('app.wf');
  const { size } = await writeArchive(await openOutput(path, folder.root), stream(files));
  return { path, name: 'app.wf', size };
}

async function* stream(files: readonly ArchiveFile[]): AsyncGenerator<ArchiveFile> {
  for (const file of files) yield await Promise.resolve(file);
}
