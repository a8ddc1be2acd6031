import { readFile, stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { SEALED_COLUMNS } from '../../../../src/service/secrets/queries/sealing-key.ts';
import { rotateSecret, type RotateSecretOptions } from '../../../../src/use-cases/keys/rotate-secret.ts';
import { openSealed } from '../../../helpers/open-sealed.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

describe('on SQLite', () => {
  test('a given key is used as it is, and must be new', async () => {
    await using world = await openSealed();
    const old = (await readFile(world.folder.path('secret.key'), 'utf8')).trim();
    await expect(world.rotate({ given: old })).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: 'The first key of WF_SECRET_KEY seals the secrets already: put a new key before it.',
      nextSteps: ['export WF_SECRET_KEY=$(openssl rand -hex 32),$WF_SECRET_KEY'],
    });
    await expect(world.rotate({ given: 'ab'.repeat(32) })).rejects.toThrow('but the key here is');
    expect(await world.rotate({ given: `${'ab'.repeat(32)},${old}` })).toMatchObject({ file: null, resealed: 2 });
  });

  test('a folder without a database is refused, and stays empty', async () => {
    await using folder = await tempFolder();
    await expect(rotateSecret(optionsIn(folder.root))).rejects.toMatchObject({
      code: 'WF_NOT_FOUND',
      message: `There is no database at ${folder.path('wf.db')}.`,
      nextSteps: ['Name its folder: wf keys rotate-secret --data-dir DIR'],
    });
    await expect(stat(folder.path('secret.key'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

function optionsIn(dataDir: string): RotateSecretOptions {
  return { dataDir, databaseUrl: null, given: undefined, now, signal: new AbortController().signal };
}

test('every table with sealed values is listed', async () => {
  const schema = await readFile(new URL('../../../recorded/schema/sqlite.sql', import.meta.url), 'utf8');
  const tables = schema.split(/^create table /im).filter((text) => /sealed|provider_keys/.test(text));
  const names = tables.map((text) => /^"?(\w+)/.exec(text)?.[1] ?? '');
  expect(new Set(names)).toEqual(new Set(Object.keys(SEALED_COLUMNS)));
});
