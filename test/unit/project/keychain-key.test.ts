import { expect, test } from 'vitest';
import { readFromKeychain, removeFromKeychain, storeInKeychain } from '../../../src/project/keychain-key.ts';
import type { Keychain } from '../../../src/project/system-keychain.ts';

const OWNER = { origin: 'http://host', profile: null };
const NAMED = { origin: 'http://host', profile: 'work' };

function keychainOf(change: Partial<Keychain> = {}): Keychain & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    name: 'a keychain',
    read: async (account: string) => await Promise.resolve(items.get(account) ?? null),
    write: async (account: string, key: string, label: string) => {
      await Promise.resolve(items.set(account, key).set(`${account} label`, label));
    },
    remove: async (account: string) => {
      await Promise.resolve(items.delete(account));
    },
    ...change,
  };
}

const locked = async () => await Promise.reject(new Error('it is locked'));

test('a key is stored by origin and profile', async () => {
  const keychain = keychainOf();
  expect(await storeInKeychain(keychain, OWNER, 'k-1')).toBe(true);
  expect(await storeInKeychain(keychain, NAMED, 'k-2')).toBe(true);
  expect(Object.fromEntries(keychain.items)).toEqual({
    'http://host': 'k-1',
    'http://host label': 'wf key for http://host',
    'http://host work': 'k-2',
    'http://host work label': 'wf key for http://host',
  });
  expect(await readFromKeychain(keychain, NAMED)).toEqual({ key: 'k-2' });
  expect(await removeFromKeychain(keychain, NAMED)).toBeNull();
  expect(await readFromKeychain(keychain, NAMED)).toEqual({ problem: 'it has no such item' });
});

test.each([
  ['there is none', null],
  ['it is locked', keychainOf({ write: locked })],
  ['it forgets', keychainOf({ write: async () => await Promise.resolve() })],
])('a key is not stored when %s', async (_, keychain) => {
  expect(await storeInKeychain(keychain, OWNER, 'k')).toBe(false);
});

test('a keychain that fails is a problem with its reason', async () => {
  const keychain = keychainOf({ read: locked, remove: locked });
  expect(await readFromKeychain(keychain, OWNER)).toEqual({ problem: 'it is locked' });
  expect(await removeFromKeychain(keychain, OWNER)).toBe('it is locked');
  expect(await readFromKeychain(null, OWNER)).toEqual({ problem: 'it has no such item' });
  expect(await removeFromKeychain(null, OWNER)).toBe('this system has no keychain');
});
