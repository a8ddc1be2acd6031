import { type Io, writeText } from '../process/io.ts';
import { writeData } from './write-data.ts';

/** Writes a result that arrives in parts. */
export interface ItemWriter {
  /** Whether anything was written. */
  readonly hasBegun: boolean;
  /** Writes a part and waits for the reader: text as it is, anything else as a line of JSON. */
  write(this: void, item: unknown): Promise<void>;
  /** Ends the last line. */
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
