import { createHash } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { MANIFEST_NAME, nameOfPage } from '../../../../src/use-cases/archives/archive-names.ts';
import { type Archive, isBomb, readArchive } from '../../../../src/use-cases/archives/read-archive.ts';
import { verifyArchive } from '../../../../src/use-cases/archives/import-app.ts';
import { type ArchiveFile, writeArchive } from '../../../../src/use-cases/archives/write-archive.ts';
import { openOutput } from '../../../../src/use-cases/files/output/open-output.ts';
import { archiveOf } from '../../../helpers/archive.ts';
import { tempFolder, type TempFolder } from '../../../helpers/temp-folder.ts';

describe('a written archive', () => {
  const FILES = [
    { name: nameOfPage({ table: 'apps', page: 1 }), bytes: Buffer.from('{}') },
    { name: MANIFEST_NAME, bytes: Buffer.alloc(0) },
  ];

  async function write(files: AsyncIterable<(typeof FILES)[number]>) {
    const out = new PassThrough();
    const [written, bytes] = await Promise.all([writeArchive(out, files), buffer(out)]);
    return { written, bytes };
  }

  test('the files are written in order, without the time or the user of the machine', async () => {
    const { written, bytes } = await write(Readable.from(FILES));
    expect(written).toEqual({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    const tar = extract();
    tar.end(gunzipSync(bytes));
    const found: unknown[] = [];
    for await (const entry of tar) {
      const { name, size, mode, mtime } = entry.header;
      found.push([name, size, mode, mtime?.getTime(), (await buffer(entry)).toString()]);
    }
    expect(found).toEqual([
      ['tables/apps/000001.ndjson', 2, 0o644, 0, '{}'],
      ['manifest.json', 0, 0o644, 0, ''],
    ]);
  });

  test('the same files give the same bytes', async () => {
    const [one, other] = [await write(Readable.from(FILES)), await write(Readable.from(FILES))];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });
});

describe('an archive that is read', () => {
  /** Reads a file of these bytes. @returns the names and texts of its entries, or the refusal */
  async function read(bytes: Uint8Array): Promise<unknown> {
    await using folder = await tempFolder();
    const path = folder.path('app.wf');
    await writeFile(path, bytes);
    const found: string[] = [];
    try {
      for await (const file of readArchive({ path, name: 'app.wf', size: (await stat(path)).size })) {
        found.push(`${file.name}: ${Buffer.from(file.bytes).toString()}`);
      }
      return found;
    } catch (error) {
      return error;
    }
  }

  async function tarOf(
    ...entries: readonly (readonly [Partial<Header> & { name: string }, string])[]
  ): Promise<Uint8Array> {
    const archive = pack();
    for (const [header, text] of entries) archive.entry(header, text);
    archive.finalize();
    const chunks: Buffer[] = [];
    // A packed archive gives buffers.
    for await (const chunk of archive) chunks.push(chunk as Buffer);
    return gzipSync(Buffer.concat(chunks));
  }

  const MANIFEST = [{ name: 'manifest.json' }, '{}'] as const;

  const MODULE = `artifacts/${'0'.repeat(64)}.mjs`;

  const refused = (message: string) => expect.objectContaining({ code: 'WF_INVALID_INPUT', message });

  test('the files of an archive are read in order', async () => {
    const bytes = await tarOf(MANIFEST, [{ name: 'tables/apps/000001.ndjson' }, '[]'], [{ name: MODULE }, '']);
    expect(await read(bytes)).toEqual(['manifest.json: {}', 'tables/apps/000001.ndjson: []', `${MODULE}: `]);
  });

  test.each([
    '../manifest.json',
    '/manifest.json',
    'manifest.json/x',
    'tables/apps/1.ndjson',
    'tables/apps/0000001.ndjson',
    'tables/Apps/000001.ndjson',
    'tables/../000001.ndjson',
    `tables/${'a'.repeat(41)}/000001.ndjson`,
    'artifacts/0.mjs',
    `${MODULE}.exe`,
  ])('an archive that contains %s is refused', async (name) => {
    expect(await read(await tarOf(MANIFEST, [{ name }, 'x']))).toEqual(
      refused(`app.wf is not a wf archive: it contains ${JSON.stringify(name)}.`),
    );
  });

  test('a link is refused, whatever its name', async () => {
    const bytes = await tarOf([{ name: 'manifest.json', type: 'symlink', linkname: '/etc/passwd' }, '']);
    expect(await read(bytes)).toEqual(refused('app.wf is not a wf archive: it contains "manifest.json".'));
  });

  test('a file that occurs twice is refused', async () => {
    expect(await read(await tarOf(MANIFEST, MANIFEST))).toEqual(
      refused('app.wf is not a wf archive: it contains manifest.json twice.'),
    );
  });

  /** The beginning of an archive whose only file has this size. */
  async function headerOf(size: number): Promise<Uint8Array> {
    const archive = pack();
    archive.entry({ name: MODULE, size });
    for await (const chunk of archive) return gzipSync(chunk as Buffer);
    throw new Error('An entry begins with its header.');
  }

  test('a file of more than 64 MiB is refused before it is read', async () => {
    expect(await read(await headerOf(64 * 1024 * 1024 + 1))).toEqual(
      refused(`app.wf is not a wf archive: ${MODULE} is larger than 64 MiB.`),
    );
    expect(await read(await headerOf(64 * 1024 * 1024))).toMatchObject({
      message: expect.stringContaining('is damaged or truncated'),
    });
  });

  test.each([
    [1024 ** 3, 1, false],
    [1024 ** 3 + 1, 1, true],
    [200 * 6_000_000, 6_000_000, false],
    [200 * 6_000_000 + 1, 6_000_000, true],
  ])('%i bytes of %i are a decompression bomb: %j', (inflated, compressed, expected) => {
    expect(isBomb(inflated, compressed)).toBe(expected);
  });

  test('what is not compressed, or cut off, is damaged', async () => {
    const damaged = refused(expect.stringMatching(/^app\.wf is not an archive, or is damaged or truncated: .+\.$/));
    expect(await read(Buffer.from('no archive'))).toEqual(damaged);
    const whole = await tarOf(MANIFEST, [{ name: MODULE }, 'x'.repeat(10_000)]);
    expect(await read(whole.subarray(0, whole.length - 20))).toEqual(damaged);
  });
});

describe('an archive before its import', () => {
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
});
