import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openCacheFolder, pruneCacheFolder, writeCacheFile } from '../../../src/project/cache-folder.ts';
import type { Machine } from '../../../src/project/machine.ts';
import { type TempFolder, tempFolder } from '../../helpers/temp-folder.ts';

function machineIn(home: TempFolder): Machine {
  return { platform: 'linux', home: home.root, env: { XDG_CACHE_HOME: home.root } };
}

/** Path of the folder of `openCacheFolder('code')`. */
function folderIn(home: TempFolder): string {
  return home.path('wf', 'code');
}

describe('a cache folder', () => {
  test('is one that only its user can access', async () => {
    await using home = await tempFolder();
    expect(openCacheFolder('code', machineIn(home))).toBe(folderIn(home));
    const found = lstatSync(folderIn(home));
    expect(found.isDirectory()).toBe(true);
    expect(found.mode & 0o777).toBe(0o700);
    expect(openCacheFolder('code', machineIn(home))).toBe(folderIn(home));
  });

  test('is created with those above it', async () => {
    await using home = await tempFolder();
    const machine = { ...machineIn(home), env: { XDG_CACHE_HOME: home.path('not', 'yet') } };
    expect(openCacheFolder('code', machine)).toBe(home.path('not', 'yet', 'wf', 'code'));
    expect(lstatSync(home.path('not', 'yet', 'wf')).mode & 0o777).toBe(0o700);
  });

  test('is not used if others can write to it', async () => {
    await using home = await tempFolder();
    for (const mode of [0o770, 0o702]) {
      mkdirSync(folderIn(home), { recursive: true });
      chmodSync(folderIn(home), mode);
      expect(openCacheFolder('code', machineIn(home))).toBeNull();
      chmodSync(folderIn(home), 0o700);
      chmodSync(home.path('wf'), mode);
      expect(openCacheFolder('code', machineIn(home))).toBeNull();
      chmodSync(home.path('wf'), 0o700);
    }
    expect(openCacheFolder('code', machineIn(home))).not.toBeNull();
  });

  test('is not used if it, or the one above, is a link', async () => {
    await using home = await tempFolder();
    await using elsewhere = await tempFolder();
    mkdirSync(elsewhere.path('code'));
    symlinkSync(elsewhere.root, home.path('wf'));
    expect(openCacheFolder('code', machineIn(home))).toBeNull();
    await using other = await tempFolder();
    mkdirSync(other.path('wf'), { mode: 0o700 });
    symlinkSync(elsewhere.path('code'), folderIn(other));
    expect(openCacheFolder('code', machineIn(other))).toBeNull();
  });

  test('is not used if it belongs to another user', async () => {
    await using home = await tempFolder();
    expect(openCacheFolder('code', machineIn(home))).toBe(folderIn(home));
    const { uid } = lstatSync(folderIn(home));
    expect(openCacheFolder('code', machineIn(home), uid + 1)).toBeNull();
    expect(openCacheFolder('code', machineIn(home), uid)).toBe(folderIn(home));
  });

  test('is not used if it cannot be created', async () => {
    await using home = await tempFolder();
    writeFileSync(home.path('wf'), 'a file');
    expect(openCacheFolder('code', machineIn(home))).toBeNull();
  });
});

describe('a cached file', () => {
  test('is replaced atomically', async () => {
    await using home = await tempFolder();
    writeCacheFile(home.path('one'), 'old');
    writeCacheFile(home.path('one'), Buffer.from('new'));
    expect(readFileSync(home.path('one'), 'utf8')).toBe('new');
    expect(readdirSync(home.root)).toEqual(['one']);
    expect(lstatSync(home.path('one')).mode & 0o777).toBe(0o600);
  });

  test('is left out if it cannot be written', async () => {
    await using home = await tempFolder();
    mkdirSync(home.path('one'));
    writeCacheFile(home.path('one'), 'text');
    writeCacheFile(home.path('missing', 'one'), 'text');
    expect(readdirSync(home.root)).toEqual(['one']);
  });
});

describe('pruning a cache folder', () => {
  /** Fills a folder with files that were written one minute apart, in this order. */
  function fill(folder: TempFolder, names: readonly string[]): void {
    for (const [minute, name] of names.entries()) {
      writeFileSync(folder.path(name), name);
      utimesSync(folder.path(name), minute * 60, minute * 60);
    }
  }

  test('keeps the files that were written last', async () => {
    await using folder = await tempFolder();
    fill(folder, ['d', 'a', 'c', 'b']);
    pruneCacheFolder(folder.root, 2);
    expect(readdirSync(folder.root).toSorted()).toEqual(['b', 'c']);
  });

  test('removes nothing while there are no more than allowed', async () => {
    await using folder = await tempFolder();
    fill(folder, ['a', 'b']);
    pruneCacheFolder(folder.root, 2);
    expect(readdirSync(folder.root).toSorted()).toEqual(['a', 'b']);
  });

  test('fails for no folder that is missing, and for none that it may not change', async () => {
    await using folder = await tempFolder();
    expect(() => pruneCacheFolder(folder.path('nowhere'), 1)).not.toThrow();
    fill(folder, ['a', 'b']);
    mkdirSync(folder.path('old'));
    writeFileSync(folder.path('old', 'file'), '');
    utimesSync(folder.path('old'), 0, 0);
    expect(() => pruneCacheFolder(folder.root, 1)).not.toThrow();
    expect(readdirSync(folder.root)).toContain('old');
  });
});
