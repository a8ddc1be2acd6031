import { expect, test } from 'vitest';
import { ERROR_EXPLANATIONS } from '../../../src/errors/error-explanations.ts';
import { dumpFile, toDump } from '../../helpers/to-dump.ts';

test('what is said about each code is the stored text', async () => {
  await expect(toDump(ERROR_EXPLANATIONS)).toMatchFileSnapshot(dumpFile('error-explanations'));
});
