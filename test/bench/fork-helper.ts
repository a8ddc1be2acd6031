import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A script in a child process. */
export interface Helper extends AsyncDisposable {
  readonly port: number;
  ask(question: unknown): Promise<number>;
}

/** Forks a script of this folder that answers messages with numbers. The first number is its port. */
export async function forkHelper(script: string, ...args: string[]): Promise<Helper> {
  const child = fork(join(import.meta.dirname, script), args);
  const port = await nextNumber(child);
  return {
    port,
    async ask(question) {
      child.send(question as object);
      return await nextNumber(child);
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function nextNumber(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (code: number | null) => reject(new Error(`A bench process ended with ${code}.`));
  child.once('message', resolve);
  child.once('exit', fail);
  try {
    return Number(await promise);
  } finally {
    child.removeListener('exit', fail);
  }
}
