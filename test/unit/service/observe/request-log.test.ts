import { expect, test } from 'vitest';
import { createRequestLog } from '../../../../src/service/observe/request-log.ts';

const SERVED = {
  requestId: 'req-1',
  method: 'GET',
  route: '/apps/{app_id}',
  path: '/apps/7',
  status: 200,
  ms: 3.4,
  keyId: 'key-1',
};

function open(format: 'text' | 'json' | 'off') {
  const lines: string[] = [];
  const log = createRequestLog({
    format,
    write: (line) => lines.push(line),
    now: () => new Date('2026-11-21T10:00:00Z'),
  });
  return { lines, log };
}

test("each request is one line of JSON, with the caller's request id", () => {
  const { lines, log } = open('json');
  log.served(SERVED);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      time: '2026-11-21T10:00:00.000Z',
      level: 'info',
      event: 'request',
      request_id: 'req-1',
      method: 'GET',
      route: '/apps/{app_id}',
      path: '/apps/7',
      status: 200,
      ms: 3,
      key_id: 'key-1',
    },
  ]);
});

test('a failure is logged with its reason, under the same id', () => {
  const { lines, log } = open('json');
  log.failed(new Error('no such table\nat all'), 'req-2');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    event: 'failure',
    request_id: 'req-2',
    message: 'no such table\nat all',
    stack: expect.stringContaining('request-log.test'),
  });
});

test('text format writes one line each, and off writes nothing', () => {
  const [{ lines, log }, off] = [open('text'), open('off')];
  log.served(SERVED);
  log.failed('odd', 'req-2');
  off.log.served(SERVED);
  expect(lines).toEqual(['10:00:00 200 GET /apps/7 3 ms (req-1)\n', '10:00:00 failed: odd (req-2)\n']);
  expect(off.lines).toEqual([]);
});

test('another event is logged with its name and fields', () => {
  const { lines, log } = open('json');
  log.event('chunk', 'rows 1 to 10 of evaluation e-1: done, 20 ms', {
    evaluation_id: 'e-1',
    from: 0,
    to: 9,
    end: 'done',
    ms: 20,
  });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      time: '2026-11-21T10:00:00.000Z',
      level: 'info',
      event: 'chunk',
      message: 'rows 1 to 10 of evaluation e-1: done, 20 ms',
      evaluation_id: 'e-1',
      from: 0,
      to: 9,
      end: 'done',
      ms: 20,
    },
  ]);
});

test.each<['text' | 'off', string[]]>([
  ['text', ['10:00:00 Workers are up.\n']],
  ['off', []],
])('another event is one line of text, or none (%s)', (format, told) => {
  const { lines, log } = open(format);
  log.event('workers', 'Workers are up.', { count: 2 });
  expect(lines).toEqual(told);
});
