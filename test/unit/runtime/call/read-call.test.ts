import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { prepareRoute } from '../../../../src/runtime/call/prepare-route.ts';
import {
  readCallBody,
  readCallText,
  readDeployedCall,
  readPlaygroundCall,
} from '../../../../src/runtime/call/read-call.ts';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { route } from '../../../../src/sdk/routes/route.ts';

const prepared = prepareRoute({
  name: 'default',
  route: route(
    '/',
    {
      config: configSchema({ words: z.int().gte(1).default(5), tone: z.string().default('calm') }),
      input: z.object({ message: z.string() }),
    },
    () => '',
  ),
});
describe('the body of a call', () => {
  test.each([
    ['', { ok: true, value: {} }],
    ['{"a":1}', { ok: true, value: { a: 1 } }],
  ])('%j is read as fields', async (text, parsed) => {
    expect(readCallText(text)).toEqual(parsed);
    const request = new Request('http://wf.test', { method: 'POST', body: text });
    request.headers.set('content-type', 'application/json');
    expect(await readCallBody(request, 1000)).toEqual(parsed);
  });

  test.each(['[]', 'null', '1', '"text"'])('%s is no object', (text) => {
    expect(readCallText(text)).toMatchObject({
      ok: false,
      refusal: {
        status: 422,
        detail: [{ loc: ['body'], msg: 'Input should be a valid object', type: 'object_type' }],
      },
    });
  });

  test('text that is not JSON is refused, not taken for an empty body', () => {
    expect(readCallText('{')).toMatchObject({ ok: false });
  });
});

describe('a playground call', () => {
  test.each<[Record<string, unknown>, unknown]>([
    [{ message: 'Hi' }, { config: { words: 5, tone: 'calm' }, input: { message: 'Hi' } }],
    [
      { message: 'Hi', words: 7 },
      { config: { words: 7, tone: 'calm' }, input: { message: 'Hi' } },
    ],
    [
      { message: 'Hi', ag_config: { words: 7 } },
      { config: { words: 7, tone: 'calm' }, input: { message: 'Hi' } },
    ],
    [
      { message: 'Hi', environment: 'production', config: 'formal', app: 'support' },
      { config: { words: 5, tone: 'calm' }, input: { message: 'Hi' } },
    ],
  ])('%j is split into configuration and input', async (body, value) => {
    expect(await readPlaygroundCall(body, prepared)).toEqual({ ok: true, value });
  });

  test.each<[Record<string, unknown>, unknown[]]>([
    [
      { words: 0 },
      [
        ['body', 'words'],
        ['body', 'message'],
      ],
    ],
    [
      { ag_config: { words: 0, other: 1 }, message: 'Hi' },
      [
        ['body', 'ag_config', 'words'],
        ['body', 'ag_config', 'other'],
      ],
    ],
    [{ message: 'Hi', other: 1 }, [['body', 'other']]],
    [{ message: 'Hi', words: 7, ag_config: {} }, [['body', 'words']]],
  ])('%j is refused at each field', async (body, places) => {
    const parsed = await readPlaygroundCall(body, prepared);
    expect(parsed).toMatchObject({ ok: false, refusal: { status: 422 } });
    expect(placesOf(parsed)).toEqual(places);
  });

  test.each(['{"__proto__":{"message":"Hi"}}', '{"__proto__":{"message":"Hi"},"app":"a"}'])(
    'a field named __proto__ gives %s no inputs',
    async (text) => {
      const parsed = await readPlaygroundCall(JSON.parse(text) as Record<string, unknown>, prepared);
      expect(placesOf(parsed)).toContainEqual(['body', 'message']);
    },
  );
});

describe('a deployed call', () => {
  test.each<[Record<string, unknown>, object]>([
    [{}, { environment: null, variant: null, application: null }],
    [
      { environment: '', config: '', app: '' },
      { environment: null, variant: null, application: null },
    ],
    [
      { environment: null, config: 'formal' },
      { environment: null, variant: 'formal', application: null },
    ],
    [
      { environment: 'production', config: 'formal', app: 'support' },
      { environment: 'production', variant: 'formal', application: 'support' },
    ],
  ])('%j names the configuration %j', async (names, named) => {
    const parsed = await readDeployedCall({ message: 'Hi', ...names }, prepared);
    expect(parsed).toEqual({ ok: true, value: { input: { message: 'Hi' }, ...named } });
  });

  test('a configuration in the body, a name that is not text and a wrong input are refused together', async () => {
    const body = { ag_config: {}, environment: 1, config: {}, app: [], message: 1 };
    const text = { msg: 'Input should be a valid string', type: 'string_type' };
    expect(await readDeployedCall(body, prepared)).toMatchObject({
      ok: false,
      refusal: {
        status: 422,
        detail: [
          {
            loc: ['body', 'ag_config'],
            msg: 'A deployed call runs a stored configuration: name it with "environment" or "config"',
            type: 'extra_forbidden',
          },
          { loc: ['body', 'environment'], ...text },
          { loc: ['body', 'config'], ...text },
          { loc: ['body', 'app'], ...text },
          { loc: ['body', 'message'] },
        ],
      },
    });
  });

  test('one invalid name is enough', async () => {
    expect(await readDeployedCall({ message: 'Hi', app: 1 }, prepared)).toMatchObject({ ok: false });
    expect(await readDeployedCall({ message: 1 }, prepared)).toMatchObject({ ok: false });
  });
});

function placesOf(parsed: unknown): unknown[] {
  return (parsed as { refusal: { detail: { loc: unknown }[] } }).refusal.detail.map(({ loc }) => loc);
}
