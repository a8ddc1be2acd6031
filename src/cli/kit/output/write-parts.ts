import { type Io, writeData, writeText } from '../process/io.ts';

const PART = 64 * 1024;

/** Streams text to standard output in larger chunks, with back pressure. */
export async function writeParts(parts: AsyncIterable<string>, { stdout }: Io): Promise<void> {
  let waiting = '';
  for await (const part of parts) {
    waiting += part;
    if (waiting.length < PART) continue;
    await writeText(stdout, waiting);
    waiting = '';
  }
  if (waiting !== '') await writeText(stdout, waiting);
}

export interface ItemWriter {
  readonly hasBegun: boolean;
  /** Writes a part and waits for the reader: text as it is, anything else as a line of JSON. */
  write(this: void, item: unknown): Promise<void>;
  end(): Promise<void>;
}

export function createItemWriter(stdout: Io['stdout']): ItemWriter {
  let written = '';
  return {
    get hasBegun() {
      return written !== '';
    },
    write: async (item) => {
      const text = typeof item === 'string' ? item : `${JSON.stringify(item)}\n`;
      written = text === '' ? written : text;
      await writeData(stdout, text);
    },
    end: async () => {
      if (!written.endsWith('\n')) await writeText(stdout, '\n');
    },
  };
}
