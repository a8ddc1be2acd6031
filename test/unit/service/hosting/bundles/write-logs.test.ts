import { expect, test } from 'vitest';
import type { WrittenLine } from '../../../../../src/service/hosting/hosting.ts';
import { createLogWriter } from '../../../../../src/service/hosting/bundles/write-logs.ts';
import { markLine } from '../../../../../src/contract/host-protocol/output-marks.ts';
import { startHosting } from '../../../../helpers/start-hosting.ts';

function startWriter() {
  const stored: [string, WrittenLine][] = [];
  const append = async (appId: string, lines: readonly WrittenLine[]) =>
    void stored.push(...lines.map((line): [string, WrittenLine] => [appId, line]));
  const writer = createLogWriter({ append, now: () => 0 });
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

test('a flood of lines is cut, with the number of dropped lines', async () => {
  const { writer, texts } = startWriter();
  writer.open('a')('stdout', 'x\n'.repeat(700));
  writer.open('b')('stdout', 'calm\n');
  await writer.flush();
  expect(texts()).toHaveLength(502);
  expect(texts().slice(-2)).toEqual(['200 more lines were dropped: wf stores 500 lines of an app in 0.2 s.', 'calm']);
});

test('nothing is cut where all lines are wanted', async () => {
  const stored: WrittenLine[] = [];
  const append = async (_app: string, lines: readonly WrittenLine[]) => void stored.push(...lines);
  const writer = createLogWriter({ append, now: () => 0, mostLines: Infinity });
  const write = writer.open('a');
  write('stdout', 'x\n'.repeat(700));
  write('stdout', 'x\n'.repeat(700));
  await writer.flush();
  expect(stored).toHaveLength(1400);
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
    ['service', 'The workflow failed: its process ended with exit code 7. Its last lines: the reason is here'],
  ]);
});
