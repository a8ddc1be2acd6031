import { expect, test } from 'vitest';
import { readEvents } from '../../../../src/playground/workbench/run-route.ts';

async function read(...chunks: string[]) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new Uint8Array(Buffer.from(chunk, 'latin1')));
      controller.close();
    },
  });
  const events = [];
  for await (const batch of readEvents(body)) events.push(...batch);
  return events;
}

test('events are read from any chunks', async () => {
  const text = 'data: "a"\n\nevent: result\ndata: {"x":1}\n\n';
  const whole = [
    { name: 'message', data: '"a"' },
    { name: 'result', data: '{"x":1}' },
  ];
  for (let cut = 0; cut <= text.length; cut += 1) {
    expect(await read(text.slice(0, cut), text.slice(cut))).toEqual(whole);
  }
});

test('comments and incomplete events are ignored', async () => {
  expect(await read(': waiting\n\ndata: 1\r\n\r\ndata: 2')).toEqual([{ name: 'message', data: '1' }]);
});

test('the last name of an event counts', async () => {
  expect(await read('event:first\nevent:x-result\ndata: 1\n\n')).toEqual([{ name: 'x-result', data: '1' }]);
});

test('lines of data are joined, and split characters are decoded', async () => {
  expect(await read('data: a\ndata:b\n\n', 'data: \xc3', '\xa9\n\n')).toEqual([
    { name: 'message', data: 'a\nb' },
    { name: 'message', data: 'é' },
  ]);
});
