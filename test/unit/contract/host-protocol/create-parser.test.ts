import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createParser } from '../../../../src/contract/host-protocol/create-parser.ts';
import { InvalidMessage } from '../../../../src/contract/host-protocol/invalid-message.ts';

const parse = createParser(z.strictObject({ list: z.array(z.strictObject({ id: z.string() })) }));

test('a line of the channel is read by the schema of its side', () => {
  expect(parse('{"list":[{"id":"a"}]}')).toEqual({ list: [{ id: 'a' }] });
});

test.each([
  ['{', 'a message that is not JSON'],
  ['', 'a message that is not JSON'],
  ['{"list":[{"id":5}]}', 'list.0.id: invalid_type'],
  ['{"list":[],"more":1}', 'the message: unrecognized_keys'],
  ['null', 'the message: invalid_type'],
])('the line %j is refused, and the error says where', (line, message) => {
  expect(() => parse(line)).toThrow(new InvalidMessage(message));
});
