import { useState } from 'react';
import { expect, test } from 'vitest';
import { formatJson } from '../../../../src/playground/elements/code-area.tsx';
import { checkValue } from '../../../../src/playground/fields/check-value.ts';
import { FieldControl } from '../../../../src/playground/fields/field-control.tsx';
import { toFields } from '../../../../src/playground/fields/field.ts';
import { drawScreen } from '../../../helpers/page/screen.ts';

/** Shows the control of a field called `it` with a value, which changes as on the page. */
async function open(schema: Record<string, unknown>, given?: unknown) {
  const [field] = toFields({ properties: { it: schema } }) ?? [];
  if (field === undefined) throw new Error('no field');
  let now = given;
  function Held() {
    const [value, setValue] = useState(given);
    const change = (next: unknown) => {
      now = next;
      setValue(next);
    };
    return field === undefined ? null : (
      <FieldControl field={field} value={value} error={checkValue(field, value)} onChange={change} />
    );
  }
  const screen = await drawScreen(<Held />);
  return { screen, stored: () => now, [Symbol.asyncDispose]: () => screen[Symbol.asyncDispose]() };
}

test.each<[Record<string, unknown>, string, string | boolean, unknown, string | undefined]>([
  [{ type: 'string' }, 'it', 'hm', 'hm', undefined],
  [{ type: 'number', minimum: 0, exclusiveMaximum: 1 }, 'it, slider', '0.25', 0.25, undefined],
  [{ type: 'integer', maximum: 9 }, 'it', '10', 10, 'Input should be less than or equal to 9'],
  [{ type: 'number' }, 'it', '', '', 'Input should be a valid number'],
  [{ type: 'boolean' }, 'it', true, true, undefined],
  [{ choices: { OpenAI: ['gpt-4'], Other: ['x'] } }, 'it', 'gpt-4', 'gpt-4', undefined],
  [{ enum: ['a', 'b'] }, 'it', 'b', 'b', undefined],
  [{}, 'it', '{', '{', undefined],
  [{}, 'it', '', undefined, undefined],
])('in the field %j, %s is set to %j: it holds %j, and says %j', async (schema, label, typed, held, said) => {
  await using field = await open(schema);
  await field.screen.enter(label, typed);
  expect([field.stored(), field.screen.names('alert')[0]]).toEqual([held, said]);
});

test('a choice that the schema no longer has stays visible, and is marked', async () => {
  await using field = await open({ enum: ['a', 'b'] }, 'c');
  expect([field.screen.value('it'), field.screen.options('it')]).toEqual(['c', ['c', 'a', 'b']]);
  expect(field.screen.names('alert')).toEqual(['Input should be "a" or "b"']);
  await using unset = await open({ enum: ['a', 'b'] });
  expect(unset.screen.options('it')).toEqual(['Choose…', 'a', 'b']);
});

const MESSAGES = { type: 'array', 'x-parameter': 'chat_messages', 'x-variables': ['text'] };
const user = (content: string) => ({ role: 'user', content });
const system = (content: string) => ({ role: 'system', content });

test('messages are added, edited, moved and removed', async () => {
  await using field = await open(MESSAGES, [user('{text}')]);
  const { screen, stored } = field;
  await screen.click('Add message');
  expect(stored()).toEqual([user('{text}'), { role: 'assistant', content: '' }]);
  await screen.enter('Role 2', 'system');
  await screen.enter('it, text 2', 'Be {tone}');
  expect(screen.names('alert')[0]).toMatch(/^1\/content: Unknown variable \{tone\}/);
  await screen.enter('it, text 2', 'Be kind');
  expect(screen.names('alert')).toEqual([]);
  await screen.click('Up message 2');
  expect(stored()).toEqual([system('Be kind'), user('{text}')]);
  await screen.click('Down message 1');
  await screen.click('Remove message 1');
  expect(stored()).toEqual([system('Be kind')]);
});

test('the first added message is of the system, and messages take turns', async () => {
  await using field = await open(MESSAGES, []);
  for (let count = 0; count < 4; count += 1) await field.screen.click('Add message');
  const roles = ['system', 'user', 'assistant', 'user'];
  expect(field.stored()).toEqual(roles.map((role) => ({ role, content: '' })));
});

test.each<[unknown]>([
  [null],
  ['[]'],
  [user('Hello')],
  [[user('Hello'), null]],
  [[{ ...user('Hello'), name: 'ana' }]],
  [[{ role: 'user' }]],
  [[{ role: 'wizard', content: 'Hello' }]],
  [[{ role: 'user', content: ['Hello'] }]],
])('%j, which are no messages, is edited as JSON', async (value) => {
  await using field = await open(MESSAGES, value);
  expect(field.screen.names('button')).not.toContain('Add message');
  await field.screen.enter('it', '[{"role":"user","content":"Hi"}]');
  expect(field.stored()).toEqual([user('Hi')]);
  expect(field.screen.value('it, text 1')).toBe('Hi');
});

test('a JSON editor keeps what is typed, and says where it is wrong', async () => {
  await using field = await open({ type: 'object', 'x-parameter': 'output_schema' }, { type: 'object' });
  const { screen, stored } = field;
  const states = [[screen.value('it'), stored(), screen.names('alert')[0]]];
  for (const text of ['{"type":', '{"type":   "objekt"}', '{"type":   "object"}']) {
    await screen.enter('it', text);
    states.push([screen.value('it'), stored(), screen.names('alert')[0]]);
  }
  expect(states).toEqual([
    ['{\n  "type": "object"\n}', { type: 'object' }, undefined],
    ['{"type":', '{"type":', expect.stringMatching(/^JSON decode error: /)],
    ['{"type":   "objekt"}', { type: 'objekt' }, expect.stringMatching(/^type: Input should be /)],
    ['{"type":   "object"}', { type: 'object' }, undefined],
  ]);
});

test('JSON is formatted on demand', async () => {
  await using field = await open({ type: 'array' }, '[1]');
  await field.screen.click('Format');
  expect([field.stored(), field.screen.names('button')]).toEqual(['[\n  1\n]', []]);
});

test.each([
  ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
  ['{"a":', null],
  ['  ', null],
  ['7', null],
  ['null', null],
  // Digits would be lost.
  ['{"big": 12345678901234567890}', null],
  ['{"small": 1e400}', null],
])('%s is formatted as %j', (text, formatted) => {
  expect(formatJson(text)).toBe(formatted);
});
