import { describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { adaptClient } from '../../../../src/client/public/adapt-client.ts';
import { readTimeFor } from '../../../../src/use-cases/session/service-time.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';
import { parseAge, parseTimestamp } from '../../../../src/use-cases/arguments/parse-timestamp.ts';
import { parseAssignments } from '../../../../src/use-cases/arguments/parse-assignments.ts';
import { splitNames } from '../../../../src/use-cases/records/look-up-record.ts';
import { parseVariable } from '../../../../src/use-cases/environments/list-target-routes.ts';

describe('assignments', () => {
  test.each<[string, unknown]>([
    ['x=1', 1],
    ['x=-0.5', -0.5],
    ['x=true', true],
    ['x=null', null],
    ['x=[1,2]', [1, 2]],
    ['x={"a":1}', { a: 1 }],
    ['x=plain words', 'plain words'],
    ['x=', ''],
    ['x=a=b', 'a=b'],
    ['x="quoted"', '"quoted"'],
    ['x=007', '007'],
    ['x=1e999', '1e999'],
    ['x=12345678901234567890', '12345678901234567890'],
    ['x={broken', '{broken'],
    [' x =1', 1],
  ])('the assignment %j gives %j', (assignment, value) => {
    expect(parse([assignment])).toEqual({ x: value });
  });

  test.each([
    [{ type: 'string' }, '1', '1'],
    [{ type: 'string' }, 'true', 'true'],
    [{ enum: ['1', '2'] }, '1', '1'],
    [{ enum: [1, 2] }, '1', 1],
    [{ type: 'number' }, '1', 1],
    [{ type: 'number' }, 'many', 'many'],
    [{ type: 'boolean' }, 'false', false],
  ])('a field of %j parses %j as %j', (field, text, value) => {
    expect(parse([`x=${text}`], { x: field })).toEqual({ x: value });
  });

  const MESSAGES = { type: 'array', 'x-parameter': 'chat_messages' };

  test('messages are JSON', () => {
    expect(parse(['x=[{"role":"user","content":"1"}]'], { x: MESSAGES })).toEqual({
      x: [{ role: 'user', content: '1' }],
    });
  });

  test.each([
    ['Be kind', '--set x takes JSON, and the value is not JSON at line 1, column 1.'],
    ['[\n{"role": user}]', '--set x takes JSON, and the value is not JSON at line 2, column 10.'],
    ['"text"', '--set x takes JSON, a list or an object, and not a text.'],
  ])('messages that are %j are refused: %s', (text, message) => {
    const nextSteps = ['--set x=@FILE reads it from a file'];
    expect(() => parse([`x=${text}`], { x: MESSAGES })).toThrow(
      expect.objectContaining({ code: 'WF_INVALID_INPUT', message, nextSteps }),
    );
  });

  test('a field may have the name of an inherited method', () => {
    expect(parse(['toString=1', '__proto__=2'])).toEqual(JSON.parse('{"toString":1,"__proto__":2}'));
  });

  test.each([
    [['words'], '--set "words" has no "=". Write it as --set key=value.'],
    [['=80'], '--set "=80" has no key before "=". Write it as --set key=value.'],
    [['  =80'], '--set "  =80" has no key before "=". Write it as --set key=value.'],
    [['words=1', 'words=2'], '--set gives "words" twice.'],
  ])('the assignments %j are refused: %s', (assignments, message) => {
    expect(() => parse(assignments)).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
  });

  function parse(assignments: string[], fields = {}): Record<string, unknown> {
    return parseAssignments({ flag: '--set', assignments, fields });
  }

  test('a key similar to a field is refused, unless other fields are allowed', () => {
    const asked = { flag: '--set', assignments: ['treshold=3', 'other=1'], fields: { threshold: { type: 'number' } } };
    expect(() => parseAssignments(asked)).toThrow(
      '--set has no field "treshold" to give a value. Did you mean threshold?',
    );
    expect(parseAssignments({ ...asked, isOpen: true })).toEqual({ treshold: 3, other: 1 });
  });
});

describe('ages', () => {
  test.each([
    ['45s', 45],
    ['30m', 1800],
    ['12h', 43_200],
    ['30d', 2_592_000],
    ['8w', 4_838_400],
    ['3650d', 315_360_000],
    ['87600h', 315_360_000],
  ])('%s is %i seconds', (typed, seconds) => {
    expect(parseAge(typed, '--older-than')).toBe(seconds);
  });

  test.each(['', '30', '0d', '-1d', '1.5d', '1y', '3651d', '87601h', '999999w', '30 d', '30D'])(
    '%j is refused',
    (typed) => {
      expect(() => parseAge(typed, '--older-than')).toThrow(
        `--older-than cannot be ${JSON.stringify(typed)}: it is a length of time such as 12h, 30d or 8w, up to 3650d.`,
      );
    },
  );
});

describe('times', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  test.each([
    ['90d', 'ahead', '2027-02-18T12:00:00.000Z'],
    ['12h', 'ago', '2026-11-20T00:00:00.000Z'],
    ['30m', 'ago', '2026-11-20T11:30:00.000Z'],
    ['2w', 'ahead', '2026-12-04T12:00:00.000Z'],
    ['2027-01-31', 'ahead', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T10:00+02:00', 'ahead', '2027-01-31T08:00:00.000Z'],
  ] as const)('%s %s is %s', (typed, direction, moment) => {
    expect(parseTimestamp(typed, { flag: '--expires', direction, now })).toBe(moment);
  });

  test.each([
    ['1h', 'remote', 'of a service two hours ahead', 7200, 7200, 1],
    ['2d', 'remote', 'of a service two hours behind', -7200, -7200, 1],
    ['1h', 'remote', 'of this machine, if the clocks agree', 2, 0, 1],
    ['1h', 'remote', 'of this machine, if the service does not send its time', null, 0, 1],
    ['1h', 'embedded', 'of this machine', 7200, 0, 0],
    ['2026-11-20', 'remote', 'of this machine, without asking', 7200, 0, 0],
  ] as const)('%s with a %s service counts from the time %s', async (typed, mode, _, ahead, expected, calls) => {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const asked: string[] = [];
    const transport = inProcessTransport(async ({ url }) => {
      asked.push(new URL(url).pathname);
      const date = ahead === null ? null : new Date(now.getTime() + ahead * 1000).toUTCString();
      return Response.json({ detail: 'Not Found' }, { status: 404, headers: date === null ? {} : { date } });
    });
    const client = adaptClient(createClient({ transport, baseUrl: 'http://wf.test' }));
    const found = await readTimeFor([undefined, typed], async () => ({ client, mode }));
    vi.useRealTimers();
    expect([(found.getTime() - now.getTime()) / 1000, asked]).toEqual([expected, Array(calls).fill('/health')]);
  });

  test.each(['', '0d', '-1d', '5', 'soon', '2026-02-31', '2026-13-01', '2026-1-1', '31.12.2026', '2026-01-01T25:00Z'])(
    '%j is refused',
    (typed) => {
      expect(() => parseTimestamp(typed, { flag: '--since', direction: 'ago', now })).toThrow(
        expect.objectContaining({ code: 'WF_USAGE', message: expect.stringContaining('--since') }),
      );
    },
  );
});

describe('lists of names', () => {
  test.each([
    ['a,b', ['a', 'b']],
    [' a , b ', ['a', 'b']],
    [',a,,', ['a']],
    ['two words', ['two words']],
    ['', []],
  ])('%j names %j', (typed, names) => {
    expect(splitNames(typed)).toEqual(names);
  });
});

describe('variables', () => {
  test.each([
    ['KEY=value', 'KEY', 'value'],
    ['KEY=a=b', 'KEY', 'a=b'],
    ['KEY=', 'KEY', ''],
    ['KEY', 'KEY', null],
    ['K', 'K', null],
  ])('%s is the variable %s with the value %j', (text, name, value) => {
    expect(parseVariable(text)).toEqual({ name, value });
  });

  test.each(['=value', '', '='])('%j has no name', (text) => {
    expect(() => parseVariable(text)).toThrow(
      expect.objectContaining({
        code: 'WF_USAGE',
        message: 'The variable has no name before "=".',
        nextSteps: ['wf env vars set NAME=VALUE', 'wf env vars set NAME < FILE'],
      }),
    );
  });
});
