import { AsyncLocalStorage } from 'node:async_hooks';
import { markLine } from '../../contract/host-protocol/limits.ts';

/** Marks what calls write to the output of this process, so that the service knows whose lines they are. */
export interface OutputMarks {
  /** Runs a call. What it starts is marked, too, also after its answer. */
  within<T>(this: void, mark: string | undefined, work: () => T): T;
  /** Marks what follows in the current asynchronous context, up to the last part of a streamed answer. */
  enter(this: void, mark: string | undefined): void;
  /** Waits until what was written has left this process, which may be ended after an answer; `null`: it has. */
  written(this: void): Promise<void> | null;
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'writableLength'>;

export function markOutput(outputs: readonly Output[]): OutputMarks {
  const marks = new AsyncLocalStorage<string | undefined>();
  const flushes = outputs.map((output) => markLines(output, () => marks.getStore()));
  return {
    within: (mark, work) => marks.run(mark, work),
    enter: (mark) => marks.enterWith(mark),
    written: () =>
      outputs.every(({ writableLength }) => writableLength === 0)
        ? null
        : Promise.all(flushes.map(async (flush) => await flush())).then(() => undefined),
  };
}

/** @returns waits for what was written */
function markLines(output: Output, markNow: () => string | undefined): () => Promise<void> {
  const write = output.write.bind(output) as (...values: unknown[]) => boolean; // both of its forms
  let isLineStart = true;
  const mark = (text: string): string => {
    const current = markNow();
    const lines = text.split('\n');
    const last = lines.length - 1;
    const marked =
      current === undefined
        ? text
        : lines
            .map((line, index) =>
              (index === 0 && !isLineStart) || (index === last && line === '') ? line : markLine(current, line),
            )
            .join('\n');
    if (text !== '') isLineStart = lines[last] === '';
    return marked;
  };
  output.write = (chunk: unknown, ...rest: unknown[]): boolean => {
    if (chunk instanceof Uint8Array) return write(markBytes(chunk, mark), ...rest);
    if (typeof chunk !== 'string') return write(chunk, ...rest);
    const [encoding] = rest;
    const isText = typeof encoding !== 'string' || /^utf-?8$/i.test(encoding);
    // Another encoding says what the text stands for: bytes.
    return isText
      ? write(mark(chunk), ...rest)
      : write(markBytes(Buffer.from(chunk, encoding as BufferEncoding), mark), ...rest.slice(1));
  };
  return async () => await new Promise((done) => write('', () => done()));
}

/** Latin 1 has a character for each byte, so bytes that are not text stay what they are. */
function markBytes(bytes: Uint8Array, mark: (text: string) => string): Buffer {
  return Buffer.from(mark(Buffer.from(bytes).toString('latin1')), 'latin1');
}
