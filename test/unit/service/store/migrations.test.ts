import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../../src/service/store/migrations/all-migrations.ts';
import type { ColumnTypes } from '../../../../src/service/store/migrations/migration.ts';

const TYPES: readonly ColumnTypes[] = [
  { dialect: 'sqlite', text: 'TEXT', bytes: 'BYTES', real: 'REAL' },
  { dialect: 'postgres', text: 'TEXT', bytes: 'BYTES', real: 'REAL' },
];

/** A new migration adds lines; a line that changes would change databases that exist. */
test.each(TYPES)('the statements of released migrations stay as they are on $dialect', async (types) => {
  const text = MIGRATIONS.map(({ number, name, statements }) =>
    [`-- ${number} ${name}`, ...statements(types)].join('\n'),
  ).join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot(`../../../fixtures/db/migrations.${types.dialect}.sql`);
});
