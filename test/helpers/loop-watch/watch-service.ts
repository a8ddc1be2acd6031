import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SCORE_LIMITS } from '../../../src/service/evaluators/scoring/score-task.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { createWorld, type World } from '../service-world.ts';
import type { RunningService } from '../start-service.ts';
import { tempFolder } from '../temp-folder.ts';

/** A service in a process of its own, whose event loop is watched. */
export interface WatchedService extends AsyncDisposable {
  readonly world: World;
  /**
   * Sends a request as operator.
   *
   * @returns its answer, and the longest stretch of work meanwhile, in milliseconds of processor time
   */
  measure(
    this: void,
    method: string,
    path: string,
    body: string | Uint8Array | null,
  ): Promise<{ readonly status: number; readonly ms: number; readonly text: string }>;
}

/** Starts one. @param scoreMs - time limit of an evaluator's score, in milliseconds */
export async function watchService(scoreMs = SCORE_LIMITS.timeMs): Promise<WatchedService> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await tempFolder());
  const file = folder.path('wf.db');
  const child = fork(join(import.meta.dirname, 'watched-service.ts'), [file, String(scoreMs)], { stdio: 'inherit' });
  stack.defer(() => void child.kill());
  // Sent by watched-service.ts.
  const [{ baseUrl, keys }] = (await once(child, 'message')) as [Pick<RunningService, 'baseUrl' | 'keys'>];
  const store = stack.use(await openStore({ file }));
  const post = async (method: string, path: string, body: BodyInit | null) =>
    await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `ApiKey ${keys.operator}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body,
    });
  const send: RunningService['send'] = async (method, path, { body } = {}) => await post(method, path, toBody(body));
  const readLongest = async (): Promise<number> => {
    const answered = once(child, 'message');
    child.send('read');
    return Number((await answered)[0]);
  };
  return {
    // The cases use nothing else of a running service.
    world: await createWorld({ baseUrl, keys, send, store } as unknown as RunningService),
    async measure(method, path, body) {
      await readLongest();
      const response = await post(method, path, body as BodyInit);
      const text = await response.text();
      return { status: response.status, ms: await readLongest(), text };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function toBody(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof Uint8Array || typeof body === 'string' ? (body as BodyInit) : JSON.stringify(body);
}
