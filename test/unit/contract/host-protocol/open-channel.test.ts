import { once } from 'node:events';
import { duplexPair, type Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { InvalidMessage } from '../../../../src/contract/host-protocol/invalid-message.ts';
import { MAX_MESSAGE_LENGTH } from '../../../../src/contract/host-protocol/limits.ts';
import { openChannel } from '../../../../src/contract/host-protocol/open-channel.ts';

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
    expect(invalid).toEqual([`a message of more than ${MAX_MESSAGE_LENGTH} characters`]);
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
