import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type * as Api from '@opentelemetry/api';
import { context, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADOPT_API, ADOPT_PROVIDER } from '../../../../src/errors/adopt-provider.ts';
import { createTracing } from '../../../../src/runtime/open-telemetry/create-tracing.ts';

const older = createRequire(resolve('node_modules/@ai-sdk/otel/package.json'))('@opentelemetry/api') as typeof Api;
const PROPAGATOR: Api.TextMapPropagator = {
  inject: () => undefined,
  extract: (within) => within,
  fields: () => ['mine'],
};

/** What a process has once; other tests may run in this one. */
const ONCE = [Symbol.for('opentelemetry.js.api.1'), ADOPT_API, ADOPT_PROVIDER];
let before: unknown[] = [];

beforeEach(() => {
  before = ONCE.map((name) => Reflect.get(globalThis, name));
  for (const name of ONCE) Reflect.deleteProperty(globalThis, name);
});

afterEach(() => {
  for (const [index, name] of ONCE.entries())
    Object.defineProperty(globalThis, name, { value: before[index], configurable: true, writable: true });
});

test('a copy of another version registers what is its own, and ours keeps what it has', () => {
  createTracing('support', () => undefined);
  const adopt = Reflect.get(globalThis, ADOPT_API) as (version: string) => void;

  expect(older.propagation.setGlobalPropagator(PROPAGATOR)).toBe(false);
  adopt('1.9.1');
  expect(older.propagation.setGlobalPropagator(PROPAGATOR)).toBe(true);
  expect(older.propagation.fields()).toEqual(['mine']);
  const key = older.createContextKey('mine');
  const found = context.with(context.active().setValue(key, 'set'), () => older.context.active().getValue(key));
  expect(found).toBe('set');
  const span = trace.getTracer('ours').startSpan('one');
  expect(context.with(trace.setSpan(context.active(), span), () => older.trace.getActiveSpan())).toBe(span);
});

test('with several copies, the newest registers, and all read', () => {
  createTracing('support', () => undefined);
  const adopt = Reflect.get(globalThis, ADOPT_API) as (version: string) => void;
  for (const version of ['1.9.1', '1.11.0', '1.10.0']) adopt(version);

  expect(Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1'))).toMatchObject({ version: '1.11.0' });
  expect(older.context.active()).toBe(context.active());
});
