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
    '10:00:00 500 GET /apps/7 3 ms (req-1) default@3 in production: no shelf at  [31mall\n',
    '10:00:00 500 GET /apps/7 3 ms (req-1) default: no shelf at  [31mall\n',
  ]);
});
