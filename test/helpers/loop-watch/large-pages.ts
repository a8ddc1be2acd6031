import { v7 as newId } from 'uuid';
import type { ArchiveTable } from '../../../src/contract/archives/archive.ts';

/** A page of the largest size. */
export interface LargePage {
  readonly table: ArchiveTable;
  /** Whether its rows are stored; else the commit refuses them. */
  readonly isStored: boolean;
  readonly lines: (appId: string) => string;
}

const MEBIBYTE = 1024 * 1024;
/** Largest row that an import stores. */
const MAX_ROW_SIZE = 12 * MEBIBYTE;

/** Longest line that an import parses. */
const MAX_LINE_LENGTH = 20 * MEBIBYTE;

/** Pages of an archive that are as large as they may be. */
export function largePages(maxBytes: number): Readonly<Record<string, LargePage>> {
  const environment = (appId: string, name: string, protection: string | null = null): string =>
    JSON.stringify({ id: newId(), app_id: appId, name, position: 1, protection });
  const ofRow = (fill: (appId: string) => string): LargePage => ({
    table: 'environments',
    isStored: true,
    lines: fill,
  });
  const most = MAX_ROW_SIZE - 1024;
  return {
    'many rows': ofRow((appId) => {
      const rows: string[] = [];
      for (let length = 0; length < maxBytes - 1024; length += (rows.at(-1)?.length ?? 0) + 1)
        rows.push(environment(appId, `environment ${rows.length}`));
      return rows.join('\n');
    }),
    'a long row': ofRow((appId) => environment(appId, 'long', `"${'x'.repeat(most)}"`)),
    'a long row of other characters': ofRow((appId) => environment(appId, 'long', `"${'\u{1f600}'.repeat(most / 4)}"`)),
    // Each quote has a backslash in the value, and three in the row.
    'a long row of escapes': ofRow((appId) =>
      environment(appId, 'long', `"${'\\"'.repeat(MAX_LINE_LENGTH / 4 - 1024)}"`),
    ),
    'long JSON of numbers': ofRow((appId) => environment(appId, 'long', `[${'1,'.repeat(most / 2 - 1)}1]`)),
    'long JSON of objects': ofRow((appId) => environment(appId, 'long', `[${'{"a":1},'.repeat(most / 8 - 1)}1]`)),
    'too long a row': {
      table: 'environments',
      isStored: false,
      lines: (appId) => environment(appId, 'long', `"${'x'.repeat(maxBytes - 1024)}"`),
    },
    'line breaks': { table: 'environments', isStored: false, lines: () => '\n'.repeat(maxBytes) },
    spaces: { table: 'environments', isStored: false, lines: () => ' '.repeat(maxBytes) },
    columns: { table: 'environments', isStored: false, lines: () => `{${'"a":1,'.repeat(maxBytes / 6 - 2)}"a":1}` },
    brackets: { table: 'environments', isStored: false, lines: () => '['.repeat(maxBytes) },
  };
}
