import { expect, test } from 'vitest';
import { hasBundleParts, insertBundleParts } from '../../../../../src/service/deployments/queries/bundle-parts.ts';
import { findUploads, insertUpload } from '../../../../../src/service/deployments/queries/artifact-uploads.ts';
import { findArtifacts, insertArtifact } from '../../../../../src/service/deployments/queries/artifacts.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const hashes = (count: number) => Array.from({ length: count }, (_, index) => `part ${index}`);

test('the parts of a bundle are recorded once each, however many there are', async () => {
  const { db } = await openBare();
  await insertBare(db, 'artifacts', [{ sha256: 'bundle' }, ...hashes(1001).map((sha256) => ({ sha256 }))]);
  const parts = hashes(1001).map((sha256) => ({ path: sha256, sha256, size: 0 }));
  const again = { path: 'again', sha256: 'part 0', size: 0 };
  expect(await hasBundleParts(db, 'bundle')).toBe(false);
  for (let turn = 0; turn < 2; turn += 1) await insertBundleParts(db, 'bundle', [...parts, again]);
  expect([await hasBundleParts(db, 'bundle'), await hasBundleParts(db, 'part 0')]).toEqual([true, false]);
  const rows = await db.selectFrom('bundle_parts').select('sha256').execute();
  expect(rows.map(({ sha256 }) => sha256).toSorted()).toEqual(hashes(1001).toSorted());
});

test('uploads are found by key and hash, and recorded once', async () => {
  const { db } = await openBare();
  await insertBare(db, 'artifacts', [{ sha256: 'a' }, { sha256: 'b' }]);
  await insertBare(db, 'keys', [
    { id: 'k', prefix: 'k' },
    { id: 'l', prefix: 'l' },
  ]);
  for (const sha256 of ['a', 'a', 'b']) await insertUpload(db, { sha256, key_id: 'k' });
  expect(await findUploads(db, 'k', ['a', 'x'])).toEqual(new Set(['a']));
  expect(await findUploads(db, 'l', ['a', 'b'])).toEqual(new Set());
  expect(await findUploads(db, 'k', [])).toEqual(new Set());
});

test('bundles are stored once, and found by their hashes, however many are asked for', async () => {
  const { db } = await openBare();
  const artifact = { sha256: 'a', size: 5, bytes: new Uint8Array(3), location: null, created_at: 'now' };
  expect([await insertArtifact(db, artifact), await insertArtifact(db, { ...artifact, size: 9 })]).toEqual([
    true,
    false,
  ]);
  await insertArtifact(db, { ...artifact, sha256: 'part 1000', location: 's3://x' });
  const row = { size: 5, created_at: 'now', bytes_here: 3 };
  expect(await findArtifacts(db, ['a', ...hashes(1001)])).toEqual(
    new Map([
      ['a', { ...row, location: null }],
      ['part 1000', { ...row, location: 's3://x' }],
    ]),
  );
});
