import type { Readable } from 'node:stream';

const PER_SECOND = 2 * 1024 * 1024;
const TICK_MS = 50;
const PER_TICK = (PER_SECOND * TICK_MS) / 1000;

/**
 * Limits how much output of a process is read. A process that writes more waits for its pipe: reading all of it would
 * keep the service from its other work.
 */
export function throttleOutput(stream: Readable): void {
  let read = 0;
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    timer = undefined;
    read = 0;
    stream.resume();
  };
  stream.on('data', (text: string | Buffer) => {
    read += text.length;
    timer ??= setTimeout(restart, TICK_MS);
    if (read >= PER_TICK) stream.pause();
  });
}
