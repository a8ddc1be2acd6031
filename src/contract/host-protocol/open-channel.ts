import type { Duplex } from 'node:stream';
import { formatAmount } from '../../foundation/sizes.ts';
import { InvalidMessage } from './bundle-protocol.ts';
import { MAX_MESSAGE_LENGTH, BATCH_LENGTH, BATCH_SIZE } from './limits.ts';

/** Descriptor of the channel in a bundle's process. */
export const CHANNEL_DESCRIPTOR = 3;

/** One side of the channel between the service and a process that serves a workflow. */
export interface MessageChannel<Sent, Received> {
  /** Sends a message; does nothing if the other side is closed. */
  send(this: void, message: Sent): void;
  /** Adds a listener to all messages. */
  onMessage(this: void, listen: (message: Received) => void): void;
}

/** A channel over a stream. */
export interface OpenedChannel<Sent, Received> extends MessageChannel<Sent, Received> {
  /** Answers whether sent messages wait in memory, because the other side does not read them. */
  isCongested(this: void): boolean;
}

interface OpenChannelOptions<Received> {
  readonly stream: Duplex;
  readonly parse: (line: string) => Received;
  /** Called once, when the other side violates the protocol; reading then stops. A listener may throw the error, too. */
  readonly onInvalid: (error: InvalidMessage) => void;
  /** Returns the maximum length of the next message, in characters. @defaultValue the longest that the protocol knows */
  readonly maxLength?: () => number;
}

/**
 * Opens a channel over a stream: JSON, one message per line. Node's own IPC channel would parse messages itself, and
 * any code with the descriptor could crash the service by writing a line that is not JSON.
 */
export function openChannel<Sent extends { readonly type: string }, Received>({
  stream,
  parse,
  onInvalid,
  maxLength = () => MAX_MESSAGE_LENGTH,
}: OpenChannelOptions<Received>): OpenedChannel<Sent, Received> {
  const listeners: ((message: Received) => void)[] = [];
  const split = createLineSplitter(maxLength);
  const read = (text: string): void => {
    for (const line of split(text)) {
      const message = parse(line);
      for (const listen of listeners) listen(message);
    }
  };
  const onData = (text: string): void => {
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof InvalidMessage)) throw error;
      stream.off('data', onData);
      onInvalid(error);
    }
  };
  // A broken pipe means that the other process has ended, which 'close' or 'exit' reports.
  stream.on('error', () => undefined);
  stream.setEncoding('utf8').on('data', onData);
  return {
    send(message) {
      if (stream.writable) stream.write(`${JSON.stringify(message)}\n`);
    },
    onMessage: (listen) => void listeners.push(listen),
    isCongested: () => stream.writableNeedDrain,
  };
}

/**
 * Creates a function that splits text, which arrives in arbitrary pieces, into lines.
 *
 * @param maxLength - returns the maximum length of a line, in characters, 1 or more
 * @returns a function that takes a piece and returns the lines that it completes
 * @throws {InvalidMessage} from that function, as soon as a line is longer
 */
export function createLineSplitter(maxLength: () => number): (text: string) => string[] {
  let pieces: string[] = [];
  let length = 0;
  return (text) => {
    const limit = maxLength();
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = pieces.join('') + lines[0];
      [pieces, length] = [[], 0];
    }
    if (rest !== '') pieces.push(rest);
    length += rest.length;
    if (length > limit || lines.some((line) => line.length > limit)) {
      throw new InvalidMessage(`a message of more than ${formatAmount(limit, 'characters')}`);
    }
    return lines;
  };
}

/** Collects items and sends them in batches. */
interface Batcher<Item> {
  add(this: void, item: Item): void;
  /** Sends the collected items now. */
  flush(this: void): void;
}

/**
 * Creates a batcher, which collects the items of one turn of the event loop up to the limits of a message.
 *
 * @param lengthOf - returns the length of an item's text, in characters
 * @param send - sends a batch
 */
export function createBatcher<Item>(lengthOf: (item: Item) => number, send: (items: Item[]) => void): Batcher<Item> {
  let items: Item[] = [];
  let length = 0;
  const flush = (): void => {
    if (items.length === 0) return;
    const batch = items;
    [items, length] = [[], 0];
    send(batch);
  };
  return {
    flush,
    add(item) {
      const added = lengthOf(item);
      if (length + added > BATCH_LENGTH) flush();
      if (items.length === 0) setImmediate(flush);
      items.push(item);
      length += added;
      if (items.length >= BATCH_SIZE) flush();
    },
  };
}
