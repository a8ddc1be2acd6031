import type { Duplex } from 'node:stream';
import { InvalidMessage } from './invalid-message.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import { createLineSplitter } from './create-line-splitter.ts';

/** Descriptor of the channel in a bundle's process. */
export const CHANNEL_DESCRIPTOR = 3;

/** One side of the channel between the service and a process that serves a workflow. */
export interface MessageChannel<Sent, Received> {
  /** Sends a message; to a side that is gone, it sends nothing. */
  send(this: void, message: Sent): void;
  /** Adds a listener to all messages. */
  onMessage(this: void, listen: (message: Received) => void): void;
}

export interface OpenChannelOptions<Received> {
  readonly stream: Duplex;
  readonly parse: (line: string) => Received;
  /** Called once, when the other side breaks the protocol. Nothing is read after that. */
  readonly onInvalid: (error: InvalidMessage) => void;
}

/**
 * Opens a channel over a stream: JSON, one message a line. Not Node's own channel between processes, which parses
 * itself: a line that is not JSON, written by whatever code has the descriptor, would end the service.
 */
export function openChannel<Sent extends { readonly type: string }, Received>({
  stream,
  parse,
  onInvalid,
}: OpenChannelOptions<Received>): MessageChannel<Sent, Received> {
  const listeners: ((message: Received) => void)[] = [];
  const split = createLineSplitter(MAX_MESSAGE_LENGTH);
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
  // A broken pipe is the other process's end, which the one side learns by 'close', the other by 'exit'.
  stream.on('error', () => undefined);
  stream.setEncoding('utf8').on('data', onData);
  return {
    send(message) {
      if (stream.writable) stream.write(`${JSON.stringify(message)}\n`);
    },
    onMessage: (listen) => void listeners.push(listen),
  };
}
