import { expect, test } from 'vitest';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { cacheConfigurations } from '../../../../src/runtime/targets/cache-configurations.ts';

const call = { signal: new AbortController().signal };

function remembering(limit = 10) {
  const asked: unknown[] = [];
  const time = { now: 0 };
  const registry: { answer: () => Record<string, unknown> } = { answer: () => ({ call: asked.length }) };
  const source = cacheConfigurations(
    async (reference) => {
      asked.push(reference);
      return registry.answer();
    },
    { freshMs: 1000, limit, now: () => time.now },
  );
  return { source, asked, time, registry };
}

test('a fresh configuration is not fetched again, and references are separate', async () => {
  const { source, asked, time } = remembering();
  expect(await source({ environment: 'a' }, call)).toEqual({ call: 1 });
  time.now = 999;
  expect(await source({ environment: 'a' }, call)).toEqual({ call: 1 });
  expect(await source({ environment: 'b' }, call)).toEqual({ call: 2 });
  time.now = 1000;
  expect(await source({ environment: 'a' }, call)).toEqual({ call: 3 });
  expect(asked).toHaveLength(3);
});

test('a configuration is fresh for its time since it was fetched', async () => {
  const { source, time } = remembering();
  time.now = 5000;
  await source({}, call);
  time.now = 5999;
  expect(await source({}, call)).toEqual({ call: 1 });
  time.now = 6000;
  expect(await source({}, call)).toEqual({ call: 2 });
});

test('unless told otherwise, a thousand configurations are fresh for five seconds', async () => {
  let [asked, time] = [0, 0];
  const count = () => Promise.resolve({ call: (asked += 1) });
  const source = cacheConfigurations(count, { now: () => time });
  for (let index = 0; index < 1000; index += 1) await source({ environment: `${index}` }, call);
  time = 4999;
  expect(await source({ environment: '0' }, call)).toEqual({ call: 1 });
  expect(await source({ environment: '1000' }, call)).toEqual({ call: 1001 });
  expect(await source({ environment: '0' }, call)).toEqual({ call: 1002 });
  time = 5000;
  expect(await source({ environment: '2' }, call)).toEqual({ call: 1003 });
});

test('cached configurations are used while the registry fails', async () => {
  const { source, time, registry } = remembering();
  await source({}, call);
  time.now = 5000;
  registry.answer = () => {
    throw new Error('unreachable');
  };
  expect(await source({}, call)).toEqual({ call: 1 });
  await expect(source({ environment: 'other' }, call)).rejects.toThrow('unreachable');
});

test.each(['WF_NOT_FOUND', 'WF_NOT_ALLOWED'] as const)('a configuration is dropped after %s', async (code) => {
  const { source, time, registry } = remembering();
  await source({}, call);
  time.now = 5000;
  registry.answer = () => {
    throw new UserError({ code, message: 'gone' });
  };
  await expect(source({}, call)).rejects.toThrow('gone');
  registry.answer = () => {
    throw new Error('unreachable');
  };
  await expect(source({}, call)).rejects.toThrow('unreachable');
});

test('the cache has a limit of references', async () => {
  const { source, asked } = remembering(2);
  for (const environment of ['a', 'b', 'a', 'b', 'c', 'a']) await source({ environment }, call);
  expect(asked.map((reference) => (reference as { environment: string }).environment)).toEqual(['a', 'b', 'c', 'a']);
});
