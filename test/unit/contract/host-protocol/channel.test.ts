import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createBatcher, createLineSplitter, openChannel } from '../../../../src/contract/host-protocol/open-channel.ts';
import { InvalidMessage } from '../../../../src/contract/host-protocol/bundle-protocol.ts';
import { MAX_MESSAGE_LENGTH, markLine, readMark } from '../../../../src/contract/host-protocol/limits.ts';

interface Note {
  readonly type: 'note';
  readonly text: string;
}

function parse(line: string): Note {
  if (!line.startsWith('{')) throw new InvalidMessage(`the line ${line}`);
  // The tests write nothing else.
  return JSON.parse(line) as Note;
}

function open(stream: Duplex) {
  const [heard, invalid]: [string[], string[]] = [[], []];
  const channel = openChannel<Note, Note>({ stream, parse, onInvalid: ({ message }) => invalid.push(message) });
  channel.onMessage(({ text }) => heard.push(text));
  return { heard, invalid, ...channel };
}

const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => void setImmediate(done));
};

describe('openChannel', () => {
  test('carries messages both ways, to every listener', async () => {
    const [left, right] = duplexPair();
    const [one, other] = [open(left), open(right)];
    const also: string[] = [];
    other.onMessage(({ text }) => also.push(text));
    one.send({ type: 'note', text: 'line\nbreak' });
    one.send({ type: 'note', text: 'ü🙂' });
    other.send({ type: 'note', text: 'back' });
    await settle();
    expect([other.heard, also, one.heard]).toEqual([['line\nbreak', 'ü🙂'], ['line\nbreak', 'ü🙂'], ['back']]);
  });

  test('joins a character that arrives in two pieces', async () => {
    const [left, right] = duplexPair();
    const { heard } = open(right);
    const bytes = Buffer.from('{"type":"note","text":"🙂"}\n');
    left.write(bytes.subarray(0, 25));
    await settle();
    left.write(bytes.subarray(25));
    await settle();
    expect(heard).toEqual(['🙂']);
  });

  test('reads nothing after an invalid message', async () => {
    const [left, right] = duplexPair();
    const { heard, invalid } = open(right);
    left.write('{"type":"note","text":"a"}\ngarbage\n{"type":"note","text":"b"}\n');
    await settle();
    left.write('more\n{"type":"note","text":"c"}\n');
    await settle();
    expect([heard, invalid]).toEqual([['a'], ['the line garbage']]);
  });

  test('rejects a message that never ends', async () => {
    const [left, right] = duplexPair();
    const { invalid } = open(right);
    const piece = 'x'.repeat(1024 * 1024);
    for (let sent = 0; sent <= MAX_MESSAGE_LENGTH; sent += piece.length) left.write(piece);
    while (invalid.length === 0) await settle();
    expect(invalid).toEqual([`a message of more than ${MAX_MESSAGE_LENGTH.toLocaleString('en-US')} characters`]);
  });

  test('sends nothing after the other side has closed', async () => {
    const [left, right] = duplexPair();
    const { send } = open(left);
    left.destroy();
    await once(left, 'close');
    expect(() => send({ type: 'note', text: 'a' })).not.toThrow();
    expect(right.readableLength).toBe(0);
  });
});

describe('createLineSplitter', () => {
  test.each([
    [
      ['a\n', 'b\n'],
      ['a', 'b'],
    ],
    [
      ['a\nb\nc', 'd\n'],
      ['a', 'b', 'cd'],
    ],
    [['a', '', 'b', '\n'], ['ab']],
    [['\n\n'], ['', '']],
    [['no end'], []],
  ])('reads %j as the lines %j', (pieces, lines) => {
    const split = createLineSplitter(() => 100);
    expect(pieces.flatMap((piece) => split(piece))).toEqual(lines);
  });

  test('accepts lines up to the limit', () => {
    const split = createLineSplitter(() => 4);
    expect(split('abcd\nabcd\nab')).toEqual(['abcd', 'abcd']);
    expect(split('cd')).toEqual([]);
    expect(split('\nabcd')).toEqual(['abcd']);
  });

  test.each([
    ['a whole line', ['abcde\n']],
    ['a line behind others', ['a\nabcde\n']],
    ['a line before it is complete', ['abcde']],
    ['a line of several pieces', ['ab', 'cd', 'e']],
    ['a line whose last piece ends it', ['abc', 'de\n']],
  ])('rejects %s that is longer', (_, pieces) => {
    const split = createLineSplitter(() => 4);
    expect(() => pieces.forEach((piece) => split(piece))).toThrow(
      new InvalidMessage('a message of more than 4 characters'),
    );
  });
});

const [BATCH_LENGTH, BATCH_SIZE] = [262_144, 32];

const nextTurn = () =>
  new Promise((done) => {
    setImmediate(done);
  });

/** The items are numbers; each is its own length. */
function gather() {
  const sent: number[][] = [];
  return {
    sent,
    ...createBatcher<number>(
      (length) => length,
      (items) => sent.push(items),
    ),
  };
}

describe('createBatcher', () => {
  test('sends the items of one turn together', async () => {
    const { sent, add } = gather();
    add(1);
    add(2);
    expect(sent).toEqual([]);
    await nextTurn();
    expect(sent).toEqual([[1, 2]]);
    add(3);
    await nextTurn();
    expect(sent).toEqual([[1, 2], [3]]);
  });

  test('sends a full batch immediately', async () => {
    const { sent, add } = gather();
    for (let count = 0; count < BATCH_SIZE; count += 1) add(1);
    expect(sent.map((items) => items.length)).toEqual([BATCH_SIZE]);
    add(1);
    await nextTurn();
    expect(sent.map((items) => items.length)).toEqual([BATCH_SIZE, 1]);
  });

  test('sends long texts separately', async () => {
    const { sent, add } = gather();
    add(BATCH_LENGTH - 1);
    add(1);
    expect(sent).toEqual([]);
    add(1);
    expect(sent).toEqual([[BATCH_LENGTH - 1, 1]]);
    add(BATCH_LENGTH + 1);
    await nextTurn();
    expect(sent).toEqual([[BATCH_LENGTH - 1, 1], [1], [BATCH_LENGTH + 1]]);
  });

  test('a batch after another may be as long', async () => {
    const { sent, add, flush } = gather();
    add(5);
    flush();
    add(BATCH_LENGTH - 1);
    add(1);
    await nextTurn();
    expect(sent).toEqual([[5], [BATCH_LENGTH - 1, 1]]);
  });

  test('flush sends the collected items once', async () => {
    const { sent, add, flush } = gather();
    add(1);
    flush();
    flush();
    await nextTurn();
    expect(sent).toEqual([[1]]);
  });
});

test.each([
  ['a plain line', 'hello', null, 'hello'],
  ['an empty line', '', null, ''],
  ['a marked line', markLine('3f', 'hello'), '3f', 'hello'],
  ['a marked empty line', markLine('1', ''), '1', ''],
  ['a line that begins with the sign', '\u001Ehello', null, '\u001Ehello'],
  ['an empty mark', '\u001E\u001Ehello', null, '\u001E\u001Ehello'],
  ['the longest mark', markLine('a'.repeat(16), 'x'), 'a'.repeat(16), 'x'],
  ['a mark that is too long', markLine('a'.repeat(17), 'x'), null, markLine('a'.repeat(17), 'x')],
])('%s is split into mark and text', (_what, line, mark, text) => {
  expect(readMark(line)).toEqual({ mark, text });
});
