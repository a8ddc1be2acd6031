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
  hosted: null,
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
  log.event('workers', 'Workers are up.', { count: 2 });
  off.log.served(SERVED);
  expect(lines).toEqual([
    '10:00:00 200 GET /apps/7 3 ms (req-1)\n',
    '10:00:00 failed: odd (req-2)\n',
    '10:00:00 Workers are up.\n',
  ]);
  expect(off.lines).toEqual([]);
});

test.each(['/health', '/health/ready', '/metrics'])('a probe of %s is logged only when it fails', (route) => {
  const { lines, log } = open('json');
  log.served({ ...SERVED, route, path: route });
  expect(lines).toEqual([]);
  log.served({ ...SERVED, route, path: route, status: 399 });
  expect(lines).toEqual([]);
  log.served({ ...SERVED, route, path: route, status: 400 });
  log.served({ ...SERVED, route, path: route, status: 503 });
  log.served({ ...SERVED, route, path: route, method: 'POST' });
  expect(lines).toHaveLength(3);
});

test('a failed call of a deployed route says why, on one line', () => {
  const hosted = { app: 'support', variant: 'default', revision: 3, environment: 'production', route: '/run' };
  const failed = { ...SERVED, status: 500, hosted, error: 'no shelf\nat \u001B[31mall' };
  const [json, text] = [open('json'), open('text')];
  json.log.served(failed);
  text.log.served(failed);
  text.log.served({ ...failed, hosted: { ...hosted, revision: null, environment: null } });
  expect(JSON.parse(json.lines[0] ?? '')).toMatchObject({
    level: 'error',
    request_id: 'req-1',
    app: 'support',
    variant: 'default',
    revision: 3,
    environment: 'production',
    error: 'no shelf\nat \u001B[31mall',
  });
  expect(text.lines).toEqual([
    '10:00:00 500 GET /apps/7 3 ms (req-1) default@3 in production: no shelf at all\n',
    '10:00:00 500 GET /apps/7 3 ms (req-1) default: no shelf at all\n',
  ]);
});

/** Moves the cursor, sets the terminal's title, begins a line, and reorders what follows. */
const HOSTILE = 'a\u001B[2J\u001B]0;title\u0007\u009B31m\r\n\u202Eb\u2066c\u200F\u2028d';
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/;

test.each(['text', 'json'] as const)(
  'in %s, no field of a line controls a terminal or begins another line',
  (format) => {
    const { lines, log } = open(format);
    const hosted = { app: HOSTILE, variant: HOSTILE, revision: 1, environment: HOSTILE, route: HOSTILE };
    const texts = {
      requestId: HOSTILE,
      method: HOSTILE,
      route: HOSTILE,
      path: HOSTILE,
      keyId: HOSTILE,
      error: HOSTILE,
    };
    log.served({ ...SERVED, ...texts, hosted });
    log.failed(new Error(HOSTILE), HOSTILE);
    log.event(HOSTILE, HOSTILE, { more: HOSTILE });
    expect(lines.map((line) => [CONTROLS.test(line), line.split('\n').length])).toEqual([
      [false, 2],
      [false, 2],
      [false, 2],
    ]);
    // A program still reads every character.
    if (format === 'json') expect(JSON.parse(lines[2] ?? '')).toMatchObject({ message: HOSTILE, more: HOSTILE });
  },
);
