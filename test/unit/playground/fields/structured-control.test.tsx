import { useState } from 'react';
import { expect, test } from 'vitest';
import { FieldControl } from '../../../../src/playground/fields/field-control.tsx';
import { checkValue } from '../../../../src/playground/fields/check-value.ts';
import { toFields } from '../../../../src/playground/fields/field.ts';
import { mount, type Mounted } from '../../../helpers/page/mount.ts';

/** Shows a field with its value, and returns the value that it has now. */
async function open(schema: Record<string, unknown>, given: unknown) {
  const [field] = toFields({ properties: { field: schema } }) ?? [];
  if (field === undefined) throw new Error('no field');
  const seen = { value: given };
  function Held() {
    const [value, setValue] = useState(given);
    const change = (next: unknown) => {
      seen.value = next;
      setValue(next);
    };
    return field === undefined ? null : (
      <FieldControl field={field} value={value} error={checkValue(field, value)} onChange={change} />
    );
  }
  return { seen, shown: await mount(<Held />) };
}

function textOf({ root }: Mounted): unknown {
  return root.all.find(({ tag }) => tag === 'textarea')?.props['value'];
}

const MESSAGES = { type: 'array', 'x-parameter': 'chat_messages', 'x-variables': ['text'] };

test('messages are added, edited, moved and removed', async () => {
  const { seen, shown } = await open(MESSAGES, [{ role: 'user', content: '{text}' }]);
  await using _ = shown;
  await shown.click('Add message');
  expect(seen.value).toEqual([
    { role: 'user', content: '{text}' },
    { role: 'assistant', content: '' },
  ]);
  await shown.enter('Role 2', 'system');
  await shown.enter('field, text 2', 'Be {tone}');
  expect(shown.markup).toContain('1/content: Unknown variable {tone}');
  await shown.enter('field, text 2', 'Be kind');
  expect(shown.markup).not.toContain('Unknown variable');
  await shown.click('Up message 2');
  expect(seen.value).toEqual([
    { role: 'system', content: 'Be kind' },
    { role: 'user', content: '{text}' },
  ]);
  await shown.click('Down message 1');
  await shown.click('Remove message 1');
  expect(seen.value).toEqual([{ role: 'system', content: 'Be kind' }]);
});

test('the first added message is of the system, and messages take turns', async () => {
  const { seen, shown } = await open(MESSAGES, []);
  await using _ = shown;
  for (let count = 0; count < 4; count += 1) await shown.click('Add message');
  expect((seen.value as { role: string }[]).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
});

test('messages of another shape are edited as JSON', async () => {
  const { seen, shown } = await open(MESSAGES, [{ role: 'tool', content: '' }]);
  await using _ = shown;
  expect(shown.markup).toContain('0/role: Input should be');
  await shown.enter('field', '[{"role":"user","content":""}]');
  expect(seen.value).toEqual([{ role: 'user', content: '' }]);
  expect(shown.markup).toContain('Add message');
});

test('a JSON editor keeps what is typed, and says where it is wrong', async () => {
  const { seen, shown } = await open({ type: 'object', 'x-parameter': 'output_schema' }, { type: 'object' });
  await using _ = shown;
  expect(textOf(shown)).toBe('{\n  "type": "object"\n}');
  await shown.enter('field', '{"type":');
  expect(seen.value).toBe('{"type":');
  expect(shown.markup).toContain('JSON decode error');
  await shown.enter('field', '{"type":   "objekt"}');
  expect(seen.value).toEqual({ type: 'objekt' });
  expect(textOf(shown)).toBe('{"type":   "objekt"}');
  expect(shown.markup).toContain('type: Input should be');
  await shown.enter('field', '{"type":   "object"}');
  expect(shown.markup).not.toContain('Input should be');
});
