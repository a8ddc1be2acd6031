import { markLine } from '../../../../src/contract/host-protocol/limits.ts';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCallMarks, createLogWriter } from '../../../../src/service/hosting/bundles/write-logs.ts';
import type { WrittenLine } from '../../../../src/service/hosting/hosting.ts';
import { describeExit } from '../../../../src/service/hosting/processes/describe-exit.ts';
import { collectTail, throttleOutput } from '../../../../src/service/hosting/processes/spawn-host.ts';
import { startHosting } from '../../../helpers/start-hosting.ts';

function startWriter(maxLines?: number) {
  const stored: [string, WrittenLine][] = [];
  const append = async (appId: string, lines: readonly WrittenLine[]) =>
    void stored.push(...lines.map((line): [string, WrittenLine] => [appId, line]));
  const writer = createLogWriter({ append, now: () => 0, maxLines });
  return { writer, stored, texts: () => stored.map(([, { text }]) => text) };
}

test("each stream's lines are joined from chunks cut anywhere", async () => {
  const { writer, stored } = startWriter();
  const write = writer.open('a');
  write('stdout', 'one\r\ntw');
  write('stderr', 'err\n');
  write('stdout', 'o\n\nthree');
  await writer.flush();
  expect(stored.map(([app, { stream, text }]) => [app, stream, text])).toEqual([
    ['a', 'stdout', 'one'],
    ['a', 'stderr', 'err'],
    ['a', 'stdout', 'two'],
    ['a', 'stdout', ''],
  ]);
});

test('a flood of lines is cut, with the number of dropped lines, unless all are wanted', async () => {
  const { writer, texts } = startWriter();
  writer.open('a')('stdout', 'x\n'.repeat(700));
  writer.open('b')('stdout', 'calm\n');
  const whole = startWriter(Infinity);
  whole.writer.open('a')('stdout', 'x\n'.repeat(700));
  await Promise.all([writer.flush(), whole.writer.flush()]);
  expect(whole.texts()).toHaveLength(700);
  expect(texts()).toHaveLength(502);
  expect(texts().slice(-2)).toEqual(['200 more lines were dropped: wf stores 500 lines of an app in 0.2 s.', 'calm']);
});

test('an endless line is cut', async () => {
  const { writer, texts } = startWriter();
  const write = writer.open('a');
  for (let piece = 0; piece < 3; piece += 1) write('stdout', 'x'.repeat(5000));
  write('stdout', 'y\n');
  await writer.flush();
  expect(texts().map((text) => text.length)).toEqual([8192, 5001]);
});

test('lines that a call marked name its request, also the rest of a long one', async () => {
  const { writer, stored } = startWriter();
  const origin = { requestId: 'req-1', variant: 'default', revision: 3, environment: 'production' };
  const write = writer.open('a', (mark) => (mark === '7' ? origin : null));
  write('stdout', `plain\n${markLine('7', 'mar')}`);
  write('stdout', `ked\n${markLine('8', 'of a call that nobody knows')}\n${markLine('7', 'x'.repeat(9000))}`);
  write('stdout', 'rest\n');
  await writer.flush();
  expect(stored.map(([, line]) => [line.text.slice(0, 30), line.origin?.requestId])).toEqual([
    ['plain', undefined],
    ['marked', 'req-1'],
    ['of a call that nobody knows', undefined],
    ['x'.repeat(30), 'req-1'],
    ['rest', 'req-1'],
  ]);
  expect(stored[1]?.[1].origin).toEqual(origin);
});

test('a log that cannot be stored fails no call', async () => {
  const writer = createLogWriter({ append: async () => await Promise.reject(new Error('full')), now: () => 0 });
  writer.open('a')('stdout', 'x\n');
  await writer.flush();
});

test("a failing bundle's output and its failure are stored", async () => {
  const lines: WrittenLine[] = [];
  const host = await startHosting({ backend: { appendLogs: async (_app, written) => void lines.push(...written) } });
  await host.call(await host.deploy('probe.mjs'), '/exit');
  await host[Symbol.asyncDispose]();
  expect(lines.map(({ stream, text }) => [stream, text])).toEqual([
    ['stderr', 'the reason is here'],
    ['service', "The workflow failed: its process ended with exit code 7. The app's log has what it wrote."],
  ]);
});

const originOf = (requestId: string) => ({ requestId, variant: 'default', revision: 1, environment: null });

test('the oldest finished calls are forgotten, and running ones never', () => {
  const marks = createCallMarks();
  const running = marks.begin(originOf('running'));
  const finished = Array.from({ length: 5000 }, (_, index) => marks.begin(originOf(String(index))));
  for (const { end } of finished) end();
  expect(finished.filter(({ mark }) => marks.find(mark) !== null)).toHaveLength(4096);
  expect(marks.find(finished.at(-1)?.mark ?? '')).toEqual(originOf('4999'));
  expect(marks.find(running.mark)).toEqual(originOf('running'));
});

describe('a flood of output', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('above the limit waits for the next turn of the clock, and none is lost', async () => {
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
    let read = 0;
    stream.on('data', (chunk: Buffer) => (read += chunk.length));
    throttleOutput(stream);
    stream.write(Buffer.alloc(200_000));
    await vi.advanceTimersByTimeAsync(0);
    expect([read, stream.isPaused()]).toEqual([200_000, true]);
    stream.write(Buffer.alloc(10));
    await vi.advanceTimersByTimeAsync(49);
    expect(read).toBe(200_000);
    await vi.advanceTimersByTimeAsync(2);
    expect([read, stream.isPaused()]).toEqual([200_010, false]);
  });

  test('is read at 2 MiB a second, in twenty parts', async () => {
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
    throttleOutput(stream);
    const write = async (length: number) => {
      stream.write(Buffer.alloc(length));
      await vi.advanceTimersByTimeAsync(0);
      return stream.isPaused();
    };
    expect(await write(104_857)).toBe(false);
    await vi.advanceTimersByTimeAsync(50);
    expect([await write(104_857), await write(1)]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(49);
    expect(stream.isPaused()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(stream.isPaused()).toBe(false);
  });
});

const TRACE = ['one', 'two', 'three', 'four', 'five', 'six  ', '', 'Error: 7', '    at a.ts:1:1', 'Node.js v24.1.0'];
const marked = (mark: string, lines: readonly string[]) => lines.map((line) => markLine(mark, line));
const IN_LOG = "ended with exit code 1. The app's log has what it wrote.";

test.each([
  ['its code', '', 3, null, 'ended with exit code 3.'],
  ['its signal', '\n  \n', null, 'SIGKILL', 'was ended by SIGKILL.'],
  [
    'the last five lines of its call, without the stack and the version of Node',
    [...marked('a', TRACE), ...marked('b', ['of another']), 'of nobody'].join('\n'),
    1,
    null,
    'ended with exit code 1. Its last lines: three\nfour\nfive\nsix\nError: 7',
  ],
  [
    'the end of a long output',
    marked('a', ['first', 'x'.repeat(8192), 'last']).join('\n'),
    1,
    null,
    'ended with exit code 1. Its last lines: last',
  ],
  ['its code, if only others wrote', marked('b', TRACE).join('\n'), 1, null, IN_LOG],
  ['its code, if nobody knows who wrote', TRACE.join('\n'), 1, null, IN_LOG],
  [
    'the limit that it exceeded',
    'FATAL ERROR: JavaScript heap out of memory',
    null,
    'SIGABRT',
    'used more than 256 MB of heap, the most that wf gives a workflow.',
  ],
])('the end of a process is described by %s', async (_, text, code, signal, described) => {
  const stderr = new PassThrough();
  const tail = collectTail(stderr);
  stderr.end(text);
  await setImmediate();
  expect(describeExit({ code, signal, stderr: tail() }, 256, 'a')).toBe(described);
});
