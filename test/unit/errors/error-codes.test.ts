import { expect, test } from 'vitest';
import { EXIT_CODES } from '../../../src/errors/error-codes.ts';
import { dumpFile, toDump } from '../../helpers/to-dump.ts';

test('codes and exit statuses are the stored ones', async () => {
  await expect(toDump(EXIT_CODES)).toMatchFileSnapshot(dumpFile('error-codes'));
});
