import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { DevEvent } from '../../src/contract/develop/dev-events.ts';
import { readServerSentEvents } from '../../src/foundation/server-sent-events.ts';
import { bareEnv, WF } from './run-wf.ts';
import type { TempProject } from './temp-project.ts';

type DevProject = Pick<TempProject, 'root' | 'path'>;

export interface DevServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Output on stderr so far. */
  readonly log: string;
  /** Sends a request with the key of the project. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Calls a route of the sources, as the playground does. */
  call(path: string, body?: object): Promise<unknown>;
  /** Subscribes to reload events; the first is the current state. */
  events(): AsyncGenerator<DevEvent>;
  /** Presses Ctrl-C, or sends another signal, and returns the exit code. */
  stop(signal?: 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

/** Starts the built `wf dev` in a project, and waits until it serves. */
export async function startDev(project: DevProject, args: readonly string[] = [], program = WF): Promise<DevServer> {
  const child = spawn(process.execPath, [program, 'dev', '--json', '--events', ...args], {
    cwd: project.root,
    env: bareEnv(project.root),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const { url } = JSON.parse(await readDocument(child, () => log)) as { url: string };
  const key = (await readFile(project.path('.wf/key'), 'utf8')).trim();
  const fetchWithKey = (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
  ) => fetch(url + path, { ...init, headers: { authorization: `ApiKey ${key}`, ...init.headers } });
  const stop = async (signal: 'SIGINT' | 'SIGKILL' = 'SIGINT') => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    url,
    pid: child.pid ?? 0,
    get log() {
      return log;
    },
    fetch: fetchWithKey,
    call: async (path, body = {}) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetchWithKey(`/dev/workflow${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { data?: unknown }).data;
    },
    events: async function* listen() {
      const { body } = await fetchWithKey('/dev/events');
      for await (const { data } of readServerSentEvents(body ?? new ReadableStream<Uint8Array>()))
        yield JSON.parse(data) as DevEvent;
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** The document ends with a closing brace at the start of a line; the server keeps running. */
async function readDocument({ stdout }: ChildProcess, log: () => string): Promise<string> {
  let text = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk);
    if (/^\}$/m.test(text)) return text;
  }
  throw new Error(`wf dev ended before it served: ${text}${log()}`);
}
