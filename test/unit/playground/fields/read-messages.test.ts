import { expect, test } from 'vitest';
import { readMessages } from '../../../../src/playground/fields/read-messages.ts';

const HELLO = { role: 'user', content: 'Hello' };

test.each<[unknown, unknown]>([
  [undefined, []],
  [[], []],
  [[HELLO, { role: 'system', content: '' }, { role: 'assistant', content: 'Hi' }], 'as they are'],
  [null, null],
  ['[]', null],
  [{ ...HELLO }, null],
  [[HELLO, null], null],
  [[HELLO, 'Hello'], null],
  [[{ ...HELLO, name: 'ana' }], null],
  [[{ role: 'user' }], null],
  [[{ role: 'wizard', content: 'Hello' }], null],
  [[{ role: 'user', content: ['Hello'] }], null],
  [[{ role: 'user', text: 'Hello' }], null],
])('the value %j is shown as messages: %j', (value, messages) => {
  expect(readMessages(value)).toEqual(messages === 'as they are' ? value : messages);
});
