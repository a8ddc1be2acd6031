import { type RawBuilder, sql } from 'kysely';
import type { StoredKind } from '../../../contract/retention/retention.ts';
import type { Measured } from '../retention.ts';
import type { Database, Db, DialectName } from '../../store/schema.ts';

interface MeasuredTable {
  readonly kind: StoredKind;
  readonly table: keyof Database;
  /** Columns with most of its bytes. */
  readonly columns: readonly string[];
  /** Bytes of a row called `own`. @defaultValue the sum of its columns */
  readonly bytes?: RawBuilder<number>;
  /** The id of the app of a row called `own`. */
  readonly app: RawBuilder<string | null>;
  /** Whether its rows are part of records that another table counts. */
  readonly isPart?: true;
}

const OWN_APP = sql<string>`own.app_id`;
const NO_APP = sql<null>`null`;

function appOf(table: string, column: string): RawBuilder<string> {
  return sql<string>`(select parent.app_id from ${sql.table(table)} as parent where parent.id = own.${sql.ref(column)})`;
}

const APP_OF_REVISION = sql<string>`(select testsets.app_id from testset_revisions
  join testsets on testsets.id = testset_revisions.testset_id where testset_revisions.id = own.revision_id)`;

function appOfCell(column: string): RawBuilder<string> {
  return sql<string>`(select evaluations.app_id from evaluation_outcomes
    join evaluations on evaluations.id = evaluation_outcomes.evaluation_id
    where evaluation_outcomes.cell_hash = own.${sql.ref(column)} limit 1)`;
}

const APP_OF_BUNDLE = sql<string>`(select deployments.app_id from deployments
  where deployments.artifact_sha256 = own.sha256 or deployments.evaluators like '%"' || own.sha256 || '"%'
    or deployments.artifact_sha256 in (select bundle_sha256 from bundle_parts where bundle_parts.sha256 = own.sha256)
  limit 1)`;

/** Its chunks have them, or its row. */
const BYTES_OF_BUNDLE = sql<number>`case when own.location is null then own.size else 0 end`;

const TABLES: readonly MeasuredTable[] = [
  { kind: 'evaluations', table: 'evaluations', columns: ['aggregated_results', 'summary'], app: OWN_APP },
  {
    kind: 'evaluations',
    table: 'evaluation_scenarios',
    columns: ['cells'],
    app: appOf('evaluations', 'evaluation_id'),
    isPart: true,
  },
  {
    kind: 'evaluations',
    table: 'evaluation_outcomes',
    columns: ['outputs', 'results'],
    app: appOf('evaluations', 'evaluation_id'),
    isPart: true,
  },
  { kind: 'outputs', table: 'cells', columns: ['output', 'usage'], app: appOfCell('hash') },
  { kind: 'scores', table: 'scores', columns: ['result'], app: appOfCell('cell_hash') },
  { kind: 'testsets', table: 'testsets', columns: ['name'], app: OWN_APP },
  { kind: 'testsets', table: 'testset_revision_rows', columns: ['cells'], app: APP_OF_REVISION, isPart: true },
  { kind: 'human_evaluations', table: 'human_evaluations', columns: ['variants', 'inputs'], app: OWN_APP },
  {
    kind: 'human_evaluations',
    table: 'human_evaluation_scenarios',
    columns: ['inputs', 'outputs'],
    app: appOf('human_evaluations', 'human_evaluation_id'),
    isPart: true,
  },
  { kind: 'deployments', table: 'deployments', columns: ['routes', 'evaluators'], app: OWN_APP },
  { kind: 'bundles', table: 'artifacts', columns: [], bytes: BYTES_OF_BUNDLE, app: APP_OF_BUNDLE },
  { kind: 'logs', table: 'app_logs', columns: ['line'], app: OWN_APP },
  { kind: 'traces', table: 'spans', columns: ['attributes', 'events', 'links'], app: NO_APP },
  { kind: 'audit_log', table: 'audit_log', columns: ['summary'], app: NO_APP },
  { kind: 'call_changes', table: 'call_changes', columns: [], app: NO_APP },
  { kind: 'call_changes', table: 'record_changes', columns: ['kind', 'record_id'], app: NO_APP },
];

/**
 * Measures all data, a part of a table at a time.
 *
 * @yields what a part takes, by app
 */
export async function* measureTables(db: Db, dialect: DialectName): AsyncGenerator<Measured> {
  for (const table of TABLES)
    for await (const range of rangesOf(db, dialect, table.table)) yield* await measure(db, table, range);
}

async function measure(db: Db, table: MeasuredTable, range: RawBuilder<boolean>): Promise<Measured[]> {
  const lengths = table.columns.map((column) => sql`coalesce(octet_length(own.${sql.ref(column)}), 0)`);
  const bytes = table.bytes ?? (lengths.length === 0 ? sql`0` : sql.join(lengths, sql` + `));
  const { rows } = await sql<{ app_id: string | null; rows: number | string; bytes: number | string | null }>`
    select measured.app_id, count(*) as rows, sum(measured.bytes) as bytes
    from (select ${table.app} as app_id, ${bytes} as bytes from ${sql.table(table.table)} as own where ${range}) as measured
    group by measured.app_id`.execute(db);
  return rows.map((row) => ({
    kind: table.kind,
    appId: row.app_id,
    rows: table.isPart === true ? 0 : Number(row.rows),
    bytes: Number(row.bytes),
  }));
}

/** Rows that are measured together: SQLite answers in this process, where calls wait meanwhile. */
const TOGETHER = 4000;

async function* rangesOf(db: Db, dialect: DialectName, table: keyof Database): AsyncGenerator<RawBuilder<boolean>> {
  if (dialect === 'postgres') {
    yield sql<boolean>`true`;
    return;
  }
  const { rows } = await sql<{ last: number | null }>`select max(rowid) as last from ${sql.table(table)}`.execute(db);
  const last = rows[0]?.last ?? 0;
  for (let from = 0; from <= last; from += TOGETHER)
    yield sql<boolean>`own.rowid > ${from} and own.rowid <= ${from + TOGETHER}`;
}

export async function measureDatabase(
  db: Db,
  dialect: DialectName,
): Promise<{ readonly bytes: number; readonly free_bytes: number | null }> {
  if (dialect === 'postgres') {
    const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
    return { bytes: Number(rows[0]?.bytes ?? 0), free_bytes: null };
  }
  const { rows } = await sql<{ pages: number; free: number; size: number }>`
    select page_count as pages, freelist_count as free, page_size as size
    from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`.execute(db);
  const { pages = 0, free = 0, size = 0 } = rows[0] ?? {};
  return { bytes: pages * size, free_bytes: free * size };
}
