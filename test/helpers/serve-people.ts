import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Role } from '../../src/contract/endpoint/endpoint.ts';
import { startWfServe } from './start-wf-serve.ts';
import { tempFolder } from './temp-folder.ts';

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** The built `wf serve`, called by people of each role. */
export interface ServedPeople extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly dataFolder: string;
  keyOf(role: Role): string;
  /** Sends JSON with the key of a role; `null`: without a key. */
  send(role: Role | null, method: string, path: string, body?: unknown): Promise<Answered>;
  /** Sends bytes with the key of a role. */
  sendBytes(role: Role, method: string, path: string, bytes: Uint8Array): Promise<Answered>;
  /** Creates another key and sends with it. */
  sendAsAnother(role: Role, method: string, path: string, body?: unknown): Promise<Answered>;
}

export async function servePeople(
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServedPeople> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await tempFolder());
  const { url, pid, keyFile } = stack.use(await startWfServe(folder.root, flags, { env }));
  const sendAs = async (key: string | null, method: string, path: string, body: BodyInit | null): Promise<Answered> => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (key !== null) headers['authorization'] = `ApiKey ${key}`;
    const response = await fetch(`${url}${path}`, { method, headers, body });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  const sendWith = async (key: string | null, method: string, path: string, body?: unknown): Promise<Answered> =>
    await sendAs(key, method, path, body === undefined ? null : JSON.stringify(body));
  const operator = (await readFile(keyFile, 'utf8')).trim();
  let made = 0;
  const makeKey = async (role: Role): Promise<string> => {
    const { body } = await sendWith(operator, 'POST', '/keys', { name: `${role} ${(made += 1)}`, role });
    return String(body);
  };
  const [auditor, viewer] = [await makeKey('auditor'), await makeKey('viewer')];
  const keys = { operator, author: await makeKey('author'), auditor, viewer };
  return {
    url,
    pid,
    dataFolder: dirname(keyFile),
    keyOf: (role) => keys[role],
    send: async (role, ...request) => await sendWith(role === null ? null : keys[role], ...request),
    sendBytes: async (role, method, path, bytes) =>
      await sendAs(keys[role], method, path, new Blob([new Uint8Array(bytes)])),
    sendAsAnother: async (role, ...request) => await sendWith(await makeKey(role), ...request),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
