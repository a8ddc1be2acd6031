import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { markOutput } from '../../../../src/runtime/hosted/mark-output.ts';

function openOutput() {
  const chunks: Buffer[] = [];
  const output = {
    writableLength: 0,
    write: (chunk: Uint8Array | string, encoding?: unknown, callback?: unknown): boolean => {
      chunks.push(Buffer.from(chunk as string, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
      const done = typeof encoding === 'function' ? encoding : callback;
      if (typeof done === 'function') done();
      return chunks.length < 3;
    },
  };
  const marks = markOutput([output]);
  // The sign is invisible.
  return { output, marks, text: () => Buffer.concat(chunks).toString().replaceAll('\u001E', '|'), chunks };
}

test('each line that a call begins is marked', () => {
  const { output, marks, text } = openOutput();
  output.write('before\n');
  marks.within('a', () => output.write('one\n\ntwo\nth'));
  marks.within('b', () => output.write('ree\nfour\n'));
  marks.within('b', () => output.write(''));
  output.write('after\n');
  marks.within('c', () => ['fi', '', 've\n'].map((part) => output.write(part)));
  expect(text()).toBe('before\n|a|one\n|a|\n|a|two\n|a|three\n|b|four\nafter\n|c|five\n');
});

test('output that waits in this process is waited for', async () => {
  const { output, marks, chunks } = openOutput();
  output.write('one\n');
  expect(marks.written()).toBeNull();
  output.writableLength = 4;
  await expect(marks.written()).resolves.toBeUndefined();
  await expect(markOutput([openOutput().output, output]).written()).resolves.toBeUndefined();
  // Nothing was added to it.
  expect(Buffer.concat(chunks).toString()).toBe('one\n');
});

test('calls that run at the same time keep their own marks', async () => {
  const { output, marks, text } = openOutput();
  const write = async (name: string) => {
    await setImmediate();
    output.write(`${name}1\n`);
    await setImmediate();
    output.write(`${name}2\n`);
  };
  await Promise.all(['x', 'y'].map((name) => marks.within(name, async () => await write(name))));
  expect(text()).toBe('|x|x1\n|y|y1\n|x|x2\n|y|y2\n');
});

test('a context that is entered lasts until another one is', async () => {
  const { output, marks, text } = openOutput();
  const request = async (mark?: string) => {
    marks.enter(mark);
    await setImmediate();
    output.write('x\n');
  };
  await Promise.all([request('a'), request()]);
  await request('b');
  expect(text()).toBe('|a|x\nx\n|b|x\n');
});

test('bytes that are no text, and other encodings, are written as they are', () => {
  const { output, marks, chunks } = openOutput();
  marks.within('a', () => output.write(Buffer.of(0xff, 0x0a, 0xc3)));
  marks.within('a', () => output.write('ff0a', 'hex'));
  const mark = Buffer.from('\u001Ea\u001E');
  const expected = [mark, Buffer.of(0xff, 0x0a), mark, Buffer.of(0xc3, 0xff, 0x0a)];
  expect(Buffer.concat(chunks)).toEqual(Buffer.concat(expected));
});

test('a writer gets its callback, and learns whether to wait', async () => {
  const { output, marks, text } = openOutput();
  const called = Promise.withResolvers<void>();
  const accepted = marks.within('a', () => [
    output.write('1\n', 'utf8', called.resolve),
    output.write('2\n', called.resolve),
    output.write('3\n'),
  ]);
  await called.promise;
  expect(accepted).toEqual([true, true, false]);
  expect(text()).toBe('|a|1\n|a|2\n|a|3\n');
  const written = Promise.withResolvers<void>();
  output.write('ff', 'hex', written.resolve);
  await written.promise;
});
