import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readReport } from '../../../../src/bundler/describe/report-channel.ts';

/** Reads the report of these pieces. */
async function readPieces(...pieces: readonly string[]): Promise<unknown> {
  const stream = new PassThrough();
  const report = readReport(stream);
  for (const piece of pieces) stream.write(piece);
  return await report;
}

test.each([
  [['{"type":"exited"}\n'], { type: 'exited' }],
  [['{"type":', '"exited"', '}', '\n'], { type: 'exited' }],
  [['1\n2\n'], 1],
  [['"ä', 'ö"\nrest'], 'äö'],
  [['\n'], null],
  [['no JSON\n'], null],
])('%j is the report %j', async (pieces, report) => {
  expect(await readPieces(...pieces)).toEqual(report);
});

test.each([
  [0, true],
  [1, false],
])('a report of 16 MiB and %d characters is read: %s', async (extra, isRead) => {
  const text = `"${'x'.repeat(16 * 1024 * 1024 + extra - '""\n'.length)}"`;
  expect(await readPieces(`${text}\n`)).toBe(isRead ? text.slice(1, -1) : null);
});

test('an endless line is no report, and an error of the channel is none of ours', async () => {
  const piece = 'x'.repeat(8 * 1024 * 1024);
  expect(await readPieces(piece, piece, 'x')).toBeNull();
  const stream = new PassThrough();
  void readReport(stream);
  expect(() => stream.emit('error', new Error('broken pipe'))).not.toThrow();
});
