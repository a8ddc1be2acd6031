import type { Page } from '../layout/page.ts';
import { toTable, type Column } from '../layout/table-model.ts';

/** A folder as `wf trust --list` shows it. */
export interface TrustedFolderRow {
  readonly folder: string;
  readonly since: string;
}

/** Shows the folders that the user trusts. */
export function trustedFoldersPage(folders: readonly TrustedFolderRow[]): Page {
  return [toTable({ columns, rows: folders, empty: 'No trusted folders yet. Trust the project here: wf trust' })];
}

const columns: readonly Column<TrustedFolderRow>[] = [
  { header: 'folder', kind: 'prose', value: ({ folder }) => folder },
  { header: 'since', kind: 'time', value: ({ since }) => since },
];
