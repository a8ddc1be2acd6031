import { expect, test } from 'vitest';
import { EVALUATORS } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { dumpFile, toDump } from '../../../../helpers/to-dump.ts';

test('keys, names, descriptions and settings of the evaluators are the stored ones', async () => {
  await expect(toDump(EVALUATORS)).toMatchFileSnapshot(dumpFile('evaluators'));
});
