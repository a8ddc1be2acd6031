import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCallClock } from '../../../../src/runtime/call/call-clock.ts';

const request = () => new Request('http://wf/run/x');
const never = () => new Promise<never>(() => undefined);

describe('a call clock', () => {
  test('returns work that finishes in time', async () => {
    const limit = createCallClock(60_000)(request());
    expect(await limit.within(Promise.resolve('done'))).toBe('done');
    await expect(limit.within(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    limit.done();
  });

  test('times calls out in starting order, except finished ones', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ended: string[] = [];
    const clock = createCallClock(20);
    const watch = async (name: string) =>
      await clock(request())
        .within(never())
        .catch(() => ended.push(name));
    const watched = [watch('first')];
    const done = clock(request());
    done.done();
    watched.push(watch('second'));
    await vi.advanceTimersByTimeAsync(20);
    watched.push(watch('third'));
    await vi.advanceTimersByTimeAsync(20);
    await Promise.all(watched);
    expect(ended).toEqual(['first', 'second', 'third']);
    expect(done.signal.aborted).toBe(false);
  });

  test.each([100, 100.5])('ends each call after its own %d ms', async (limitMs) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ended: string[] = [];
    const clock = createCallClock(limitMs);
    const watch = (name: string) => {
      const limit = clock(request());
      void limit.within(never()).catch(() => ended.push(name));
    };
    watch('first');
    await vi.advanceTimersByTimeAsync(30);
    watch('second');
    await vi.advanceTimersByTimeAsync(69);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(ended).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(28);
    expect(ended).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(2);
    expect(ended).toEqual(['first', 'second']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('holds the process while a call runs', () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => set.mockRestore());
    const clock = createCallClock(60_000);
    const first = clock(request());
    const timer = set.mock.results[0]?.value as NodeJS.Timeout; // what `setTimeout` returns
    onTestFinished(() => clearTimeout(timer));
    const second = clock(request());
    first.done();
    expect(timer.hasRef()).toBe(true);
    second.done();
    expect(timer.hasRef()).toBe(false);
    const third = clock(request());
    expect(timer.hasRef()).toBe(true);
    third.done();
    expect(timer.hasRef()).toBe(false);
    expect(set).toHaveBeenCalledTimes(1);
  });

  test('runs where timers are numbers', async () => {
    vi.stubGlobal('setTimeout', () => 1);
    onTestFinished(() => void vi.unstubAllGlobals());
    const clock = createCallClock(60_000);
    clock(request()).done();
    const limit = clock(request());
    expect(await limit.within(Promise.resolve('done'))).toBe('done');
    limit.done();
  });

  test('refuses work after the time limit', async () => {
    const limit = createCallClock(1)(request());
    await limit.within(never()).catch(() => null);
    await expect(limit.within(never())).rejects.toThrow(
      'The call exceeded 0.001 s, the longest that wf lets a route run.',
    );
    expect(limit.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  test("passes on the caller's cancellation and its reason", () => {
    const controller = new AbortController();
    const limit = createCallClock(60_000)(new Request('http://wf/run/x', { signal: controller.signal }));
    expect(limit.signal.aborted).toBe(false);
    controller.abort(new Error('gone'));
    expect(limit.signal.reason).toMatchObject({ message: 'gone' });
    limit.done();
  });

  test('does not keep an idle process alive', async () => {
    const file = new URL('../../../../src/runtime/call/call-clock.ts', import.meta.url).href;
    const program = `
      const { createCallClock } = await import(${JSON.stringify(file)});
      const clock = createCallClock(60_000);
      clock(new Request('http://wf/run/x')).done();
      clock(new Request('http://wf/run/x')).done();
    `;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {});
    await expect(run).resolves.toMatchObject({ stderr: '' });
  });
});
