import { stat, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import { expect, test } from 'vitest';
import { isBomb, readArchive } from '../../../../src/use-cases/archives/read-archive.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

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
