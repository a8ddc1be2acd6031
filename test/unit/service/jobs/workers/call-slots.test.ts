import { expect, test } from 'vitest';
import { createCallSlots } from '../../../../../src/service/jobs/workers/call-slots.ts';
import { recordingPostgres } from '../../../../helpers/recording-postgres.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const EXPIRY = '2026-11-20T12:00:15.000Z';

test('a chunk keeps its calls for 15 seconds after it takes or renews them', async () => {
  const { db, statements } = recordingPostgres([{}, {}, { rows: [{ calls: null }] }, {}, { affected: 1n }]);
  const slots = createCallSlots(db, () => new Date(NOW));
  expect(await slots.take({ evaluationId: 'e', owner: 'chunk', total: 5, most: 3 })).toBe(3);
  expect(await slots.renew('chunk')).toBe(true);
  await slots.drop('chunk');
  const values = statements.map(([, ...given]) => given);
  expect(values.slice(1)).toEqual([
    ['e', NOW, 'chunk'],
    ['e'],
    ['chunk', 'e', 3, EXPIRY],
    [EXPIRY, 'chunk'],
    ['chunk'],
  ]);
});
