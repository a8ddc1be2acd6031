import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../src/errors/error-codes.ts';
import { dumpFile, toDump } from '../../helpers/to-dump.ts';

test('codes, exit statuses and summaries are the stored ones', async () => {
  await expect(toDump(ERROR_CODES)).toMatchFileSnapshot(dumpFile('error-codes'));
});
