import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, test } from 'vitest';
import { MANIFEST_NAME, nameOfArtifact, nameOfPage } from '../../../../src/use-cases/archives/archive-names.ts';
import { writeArchive } from '../../../../src/use-cases/archives/write-archive.ts';

const FILES = [
  { name: nameOfPage({ table: 'apps', page: 1 }), bytes: Buffer.from('{}') },
  { name: MANIFEST_NAME, bytes: Buffer.alloc(0) },
];

async function write(files: AsyncIterable<(typeof FILES)[number]>) {
  const out = new PassThrough();
  const [written, bytes] = await Promise.all([writeArchive(out, files), buffer(out)]);
  return { written, bytes };
}

test('the names of files are those that an import accepts', () => {
  expect([nameOfPage({ table: 'apps', page: 12 }), nameOfArtifact('aa'), MANIFEST_NAME]).toEqual([
    'tables/apps/000012.ndjson',
    'artifacts/aa.mjs',
    'manifest.json',
  ]);
});

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

test('a failure to read the files is thrown', async () => {
  const files = (async function* () {
    yield* FILES;
    throw new Error('broken');
  })();
  const out = new PassThrough();
  out.resume();
  await expect(writeArchive(out, files)).rejects.toThrow('broken');
});
