import type { Profile } from '../../contract/keys/key.ts';
import { type Display, type View, toRecord } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';

export function identityView(
  identity: Profile & {
    readonly base_url: string | null;
    readonly key_from: string | null;
    /** What kind of service it is, and its extensions. */
    readonly kind: string;
  },
): View {
  return [
    toRecord([
      { label: 'name', value: identity.username },
      { label: 'email', value: identity.email },
      { label: 'role', value: identity.role },
      ...(identity.app_ids == null ? [] : [{ label: 'apps', value: identity.app_ids.join(', ') }]),
      { label: 'id', kind: 'id', value: identity.id },
      { label: 'service', value: identity.base_url ?? '(embedded)' },
      { label: 'key from', value: identity.key_from },
      { label: 'kind', kind: 'prose', value: identity.kind },
    ]),
  ];
}

export interface SettingRow {
  readonly name: string;
  readonly value: string | number | null;
  readonly origin: string;
}

/** A narrower window would truncate or hide one of the two text columns. */
const MIN_COLUMNS = 78;

/** Shows the effective settings; in a narrow window, the source of each on the next line. */
export function settingsView(settings: readonly SettingRow[], { form, columns }: Display): View {
  const isNarrow = form === 'terminal' && columns < MIN_COLUMNS;
  const rows = isNarrow ? settings.flatMap((row) => [row, { ...row, name: '  from', value: row.origin }]) : settings;
  return [toTable({ columns: isNarrow ? settingColumns.slice(0, 2) : settingColumns, rows, empty: 'No settings.' })];
}

export interface ProfileRow {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly base_url?: string | undefined;
  readonly app?: string | undefined;
  readonly credential?: string | undefined;
  readonly timeout?: number | undefined;
}

export function profilesView(profiles: readonly ProfileRow[]): View {
  const empty = 'No profiles yet. Add one: wf profiles add NAME --base-url URL';
  return [toTable({ columns: profileColumns, rows: profiles, empty })];
}

const settingColumns: readonly Column<SettingRow>[] = [
  { header: 'setting', value: ({ name }) => name },
  { header: 'value', kind: 'prose', value: ({ value }) => value },
  { header: 'from', kind: 'prose', value: ({ origin }) => origin },
];

const profileColumns: readonly Column<ProfileRow>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'in use', value: ({ isCurrent }) => isCurrent },
  { header: 'base url', value: (profile) => profile.base_url },
  { header: 'app', value: ({ app }) => app, dropOrder: 1 },
  { header: 'credential', value: ({ credential }) => credential, dropOrder: 3 },
  { header: 'timeout', value: ({ timeout }) => timeout, kind: 'integer', dropOrder: 2 },
];

interface TrustedFolderRow {
  readonly folder: string;
  readonly since: string;
}

export function trustedFoldersView(folders: readonly TrustedFolderRow[]): View {
  return [toTable({ columns, rows: folders, empty: 'No trusted folders yet. Trust the project here: wf trust' })];
}

const columns: readonly Column<TrustedFolderRow>[] = [
  { header: 'folder', kind: 'prose', value: ({ folder }) => folder },
  { header: 'since', kind: 'time', value: ({ since }) => since },
];
