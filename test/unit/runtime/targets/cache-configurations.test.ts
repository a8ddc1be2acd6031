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

test('a deleted configuration is dropped from the cache', async () => {
  const { source, time, registry } = remembering();
  await source({}, call);
  time.now = 5000;
  registry.answer = () => {
    throw new UserError({ code: 'WF_NOT_FOUND', message: 'gone' });
  };
  await expect(source({}, call)).rejects.toThrow('gone');
  registry.answer = () => {
    throw new Error('unreachable');
  };
  await expect(source({}, call)).rejects.toThrow('unreachable');
});

test('the cache has a limit of references', async () => {
  const { source, asked } = remembering(2);
  for (const environment of ['a', 'b', 'c', 'a']) await source({ environment }, call);
  expect(asked).toHaveLength(4);
});
