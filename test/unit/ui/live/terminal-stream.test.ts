import { afterEach, expect, test, vi } from 'vitest';
import { terminalStream } from '../../../../src/ui/live/terminal-stream.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A stream that keeps what is written. */
function open() {
  const written: unknown[] = [];
  const stream = {
    columns: 80,
    write: (text: unknown) => written.push(text),
    cursorTo(column: number) {
      return [column, this.columns];
    },
  };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

test('a terminal that shows Unicode gets it as it is', () => {
  vi.stubEnv('LC_ALL', 'en_US.UTF-8');
  const { stream } = open();
  expect(terminalStream(stream)).toBe(stream);
});

test('another terminal gets what it can show', () => {
  vi.stubEnv('LC_ALL', 'C');
  const { written, stream } = open();
  const wrapped = terminalStream(stream);
  wrapped.write('a ─ b');
  const bytes = new Uint8Array([1]);
  wrapped.write(bytes);
  expect(written).toEqual(['a - b', bytes]);
  expect(wrapped.columns).toBe(80);
  expect(wrapped.cursorTo(3)).toEqual([3, 80]);
});
