import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { bareEnv, WF } from './run-wf.ts';

export interface WfServe extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** File with the server's key. */
  readonly keyFile: string;
  /** What the command printed. */
  readonly document: Readonly<Record<'url' | 'page_url' | 'page_url_file' | 'key_file', string>>;
  /** Presses Ctrl-C and returns the exit code. */
  interrupt(): Promise<number>;
}

interface StartOptions {
  /** How many files it may open. @defaultValue as many as this process */
  readonly maxFiles?: number | null;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built `wf serve` on a free port in a folder that is also the user's home. */
export async function startWfServe(
  folder: string,
  flags: readonly string[] = [],
  { maxFiles = null, env = {} }: StartOptions = {},
): Promise<WfServe> {
  const options = { cwd: folder, env: { ...bareEnv(folder), ...env } };
  const command = [process.execPath, WF, 'serve', '--port', '0', '--json', ...flags];
  const [program = '', ...args] =
    maxFiles === null ? command : ['/bin/sh', '-c', `ulimit -n ${maxFiles}; exec "$0" "$@"`, ...command];
  const child = spawn(program, args, options);
  // A full pipe would hold up the server, which logs every request.
  child.stderr.resume();
  // The document that the command prints when it serves.
  const document = JSON.parse(await readDocument(child)) as WfServe['document'];
  const { url, key_file: keyFile } = document;
  const interrupt = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    return Number((await exited)[0] ?? -1);
  };
  return {
    url,
    pid: child.pid ?? 0,
    keyFile,
    document,
    interrupt,
    [Symbol.asyncDispose]: async () => void (await interrupt()),
  };
}

/** The document ends with a closing brace at the start of a line; the server keeps running. */
async function readDocument(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk);
    if (/^\}$/m.test(text)) return text;
  }
  throw new Error(`The server ended before it served: ${text}`);
}
