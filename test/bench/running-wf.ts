import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { BenchProject } from './bench-project.ts';

/** A `wf serve` or `wf dev` that listens. */
export interface RunningWf extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  /** Signs a browser in. */
  readonly pageUrl: string;
}

/** Starts a serving command, with its log in a file next to the project, and waits until it listens. */
export async function startWf(project: BenchProject, ...words: readonly string[]): Promise<RunningWf> {
  const { command, args, env, cwd } = project.wf(...words, '--json');
  const log = await open(project.path(`../${words[0]}.log`), 'w');
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', log.fd] });
  if (child.stdout === null) throw new Error('A child with a pipe has a stdout.');
  await log.close();
  let said = '';
  for await (const line of createInterface({ input: child.stdout })) {
    said += line;
    if (isWhole(said)) break;
  }
  // Both print this once they listen.
  const { url, key_file, page_url } = JSON.parse(said) as { url: string; key_file: string; page_url: string };
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const key = (await readFile(key_file, 'utf8')).trim();
  return { url, key, pid: child.pid ?? 0, pageUrl: page_url, [Symbol.asyncDispose]: stop };
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** Calls a deployed route once. @throws {Error} when it does not answer as it should */
export async function callDeployed({ url, key }: RunningWf, path: string, body: object): Promise<void> {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The route answered ${response.status}: ${text}`);
}
