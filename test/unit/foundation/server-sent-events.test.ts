import { describe, expect, test } from 'vitest';
import { readEventsByChunk, readServerSentEvents } from '../../../src/foundation/server-sent-events.ts';
import { collect } from '../../helpers/collect.ts';

const NONE: readonly string[] = [];

async function read(text: string, chunkSize = text.length + 1): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(text);
  const stream = async function* () {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  };
  return await collect(readServerSentEvents(stream()));
}

describe('a stream of server-sent events', () => {
  test.each<[string, string, readonly (string | readonly [string, string])[]]>([
    ['one line', 'data: a\n\n', ['a']],
    ['no blank after the colon', 'data:a\n\n', ['a']],
    ['two blanks after the colon', 'data:  a\n\n', [' a']],
    ['several lines of data', 'data: a\ndata: b\n\n', ['a\nb']],
    ['empty data', 'data\n\n', ['']],
    ['an event whose name is left out', 'event\ndata: a\n\n', ['a']],
    ['a named event', 'event: done\ndata: a\n\ndata: b\n\n', [['done', 'a'], 'b']],
    ['a comment', ': keep alive\n\ndata: a\n\n', ['a']],
    ['an unknown field', 'retry: 5\nfoo: bar\ndata: a\n\n', ['a']],
    ['an event without data', 'event: done\n\n', NONE],
    ['no blank line at the end', 'data: a\n\ndata: b\n', ['a']],
    ['CR LF', 'data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n', ['a\nb', 'c']],
    ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
    ['letters of many bytes', 'data: grüße 👋\n\n', ['grüße 👋']],
    ['nothing', '', NONE],
  ])('may contain %s, split anywhere', async (_, text, expected) => {
    const events = expected.map((one) => {
      const [event, data] = typeof one === 'string' ? ['message', one] : one;
      return { event, data, id: null };
    });
    for (const size of [1, 2, 3, 1000]) expect(await read(text, size)).toEqual(events);
  });

  test('has the last id for each event', async () => {
    expect(await read('id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n')).toEqual([
      { event: 'message', data: 'a', id: '7' },
      { event: 'message', data: 'b', id: '7' },
      { event: 'message', data: 'c', id: '' },
    ]);
  });

  test('arrives with the events of one chunk together', async () => {
    const chunks = async function* () {
      yield Buffer.from('data: a\n\ndata: b\n\n: waiting');
      yield Buffer.from('\n\nevent: first\nevent: last\ndata: c\n\n');
    };
    const batches = await collect(readEventsByChunk(chunks()));
    expect(batches.map((events) => events.map(({ event, data }) => `${event} ${data}`))).toEqual([
      ['message a', 'message b'],
      ['last c'],
    ]);
  });
});
