import { expect, test } from 'vitest';
import { createFingerprint } from '../../../../src/service/secrets/create-fingerprint.ts';
import { createSecretBox } from '../../../../src/service/secrets/create-secret-box.ts';
import { readFingerprintKey } from '../../../../src/service/secrets/queries.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

const boxOf = (fill: number) => createSecretBox(async () => [new Uint8Array(32).fill(fill)]);

test('of a text is always the same in one database, and another in each other one', async () => {
  await using stack = new AsyncDisposableStack();
  const [one, other] = [
    stack.use(await openTestStore('sqlite', stack)),
    stack.use(await openTestStore('sqlite', stack)),
  ];
  const first = createFingerprint(one.db, boxOf(1));
  const hash = await first('PREFIX=one');
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(await first('PREFIX=one')).toBe(hash);
  expect(await createFingerprint(one.db, boxOf(1))('PREFIX=one')).toBe(hash);
  expect(await first('PREFIX=two')).not.toBe(hash);
  expect(await createFingerprint(other.db, boxOf(1))('PREFIX=one')).not.toBe(hash);
});

test('has one key, which processes that start together share, and which is sealed', async () => {
  await using stack = new AsyncDisposableStack();
  const one = stack.use(await openTestStore('sqlite', stack));
  const together = Array.from({ length: 8 }, () => createFingerprint(one.db, boxOf(1))('text'));
  expect(new Set(await Promise.all(together)).size).toBe(1);
  const stored = await one.db.selectFrom('fingerprint_key').selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(await boxOf(1).open((await readFingerprintKey(one.db)) ?? '', 'fingerprint key')).toMatch(/^[\w-]{43}$/);
});

test('gets a new key where the old one cannot be opened: outputs are called for again', async () => {
  await using stack = new AsyncDisposableStack();
  const one = stack.use(await openTestStore('sqlite', stack));
  const before = await createFingerprint(one.db, boxOf(1))('text');
  const moved = createFingerprint(one.db, boxOf(2));
  const after = await moved('text');
  expect(after).not.toBe(before);
  expect(await createFingerprint(one.db, boxOf(2))('text')).toBe(after);
});
