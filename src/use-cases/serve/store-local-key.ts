import { openCredentials } from '../../project/credential-store.ts';

/** Stores a service's key where this user's `wf` finds it by address, under `localhost` and `127.0.0.1` alike. */
export async function storeLocalKey(key: string, url: string, configDir: string): Promise<void> {
  const credentials = openCredentials(configDir);
  const { port } = new URL(url);
  for (const address of new Set([url, `http://127.0.0.1:${port}`, `http://localhost:${port}`])) {
    await credentials.store(address, null, key);
  }
}
