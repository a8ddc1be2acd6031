import { expect, test } from 'vitest';
import { writeData } from '../../../../../src/cli/kit/output/write-data.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const HOSTILE = 'a\u001B]52;c;aGk=\u0007b\u001B[2Jc\u009B31md\u202Ee\tf\n';

test('a terminal gets line breaks and tabs, but nothing that controls it', async () => {
  const io = fakeIo({ terminal: { columns: 80, rows: 24 } });
  await writeData(io.stdout, HOSTILE);
  expect(io.stdout.text).toBe('abc31mde\tf\n');
});

test('a pipe gets every byte', async () => {
  const io = fakeIo();
  await writeData(io.stdout, HOSTILE);
  expect(io.stdout.text).toBe(HOSTILE);
});
