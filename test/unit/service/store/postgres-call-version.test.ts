import { setImmediate as settled } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createPostgresCallVersion } from '../../../../src/service/store/postgres-call-version.ts';

interface Answer {
  readonly snapshot: string;
  readonly server: string;
  readonly changed: boolean;
}

/** A pool that gives answers in turn; the test settles each. */
function askingPool() {
  const asked: unknown[] = [];
  const waiting: PromiseWithResolvers<{ rows: Answer[] }>[] = [];
  const query = (question: { name: string; values: unknown[] }) => {
    asked.push([question.name, question.values]);
    const answer = Promise.withResolvers<{ rows: Answer[] }>();
    waiting.push(answer);
    return answer.promise;
  };
  const version = createPostgresCallVersion({ query } as unknown as Pick<Pool, 'query'>); // what is called of it
  const answer = (...rows: Answer[]) => waiting.shift()!.resolve({ rows });
  const fail = (error: Error) => waiting.shift()!.reject(error);
  const readAs = async (...rows: Answer[]) => {
    const read = version.read();
    await settled();
    answer(...rows);
    return await read;
  };
  return { version, asked, answer, fail, readAs };
}

const seen = (snapshot: string, changed = false, server = 'started'): Answer => ({ snapshot, server, changed });

test('the version rises with the first answer, with each change, and with each new server', async () => {
  const { readAs, asked } = askingPool();
  expect(await readAs(seen('s1'))).toBe(1);
  expect(await readAs(seen('s2'))).toBe(1);
  expect(await readAs(seen('s3', true))).toBe(2);
  expect(await readAs(seen('s4', false, 'restarted'))).toBe(3);
  expect(await readAs(seen('s5', false, 'restarted'))).toBe(3);
  expect(await readAs()).toBe(4);
  expect(await readAs(seen('s6', false, 'restarted'))).toBe(5);
  expect(asked).toEqual([null, 's1', 's2', 's3', 's4', 's5', null].map((snapshot) => ['wf_call_changes', [snapshot]]));
});

test('who comes while a question is on its way shares the next one', async () => {
  const { version, asked, answer } = askingPool();
  const first = version.read();
  await settled();
  const [second, third] = [version.read(), version.read()];
  expect(second).toBe(third);
  await settled();
  expect(asked).toHaveLength(1);
  answer(seen('s1'));
  expect(await first).toBe(1);
  await settled();
  const fourth = version.read();
  expect(fourth).not.toBe(third);
  answer(seen('s2', true));
  expect(await third).toBe(2);
  await settled();
  answer(seen('s3'));
  expect(await fourth).toBe(2);
});

test('a question that fails is the failure of its own callers, and what was seen before does not count any more', async () => {
  const { version, asked, fail, answer, readAs } = askingPool();
  expect(await readAs(seen('s1'))).toBe(1);
  const failing = version.read();
  await settled();
  const next = version.read();
  fail(new Error('no connection'));
  await expect(failing).rejects.toThrow('no connection');
  await settled();
  answer(seen('s2'));
  expect(await next).toBe(2);
  expect(asked.at(-1)).toEqual(['wf_call_changes', [null]]);
});
