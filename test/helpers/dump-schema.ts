import { sql } from 'kysely';
import type { Store } from '../../src/service/store/open-store.ts';
import type { Db } from '../../src/service/store/schema.ts';

/** Statements that create a schema. */
export interface SchemaDump {
  readonly tables: readonly string[];
  /** Indexes, references, functions and triggers; each kind sorted by name. */
  readonly others: readonly string[];
}

/** Describes a database's schema as SQL that creates it. */
export async function dumpSchema({ db, dialect }: Pick<Store, 'db' | 'dialect'>): Promise<SchemaDump> {
  return dialect === 'sqlite' ? await readSqlite(db) : await readPostgres(db);
}

/** Joins statements with line breaks. */
export function toScript(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};\n`).join('\n');
}

interface Statement {
  readonly statement: string;
}

async function readSqlite(db: Db): Promise<SchemaDump> {
  const { rows } = await sql<Statement & { readonly type: string }>`
    select type, sql as statement from sqlite_schema where sql is not null
    order by case type when 'index' then 1 else 2 end, name`.execute(db);
  const { table: tables = [], other: others = [] } = Object.groupBy(
    rows.map(({ type, statement }) => ({ type, statement: statement.replaceAll(/\s+/g, ' ').trim() })),
    ({ type }) => (type === 'table' ? 'table' : 'other'),
  );
  return {
    tables: tables.map(({ statement }) => onePartPerLine(statement)),
    others: others.map(({ statement }) => statement),
  };
}

/** Splits `create table x (…, …)` at the commas of its outermost parentheses. */
function onePartPerLine(statement: string): string {
  const start = statement.indexOf('(');
  const body = statement.slice(start + 1, statement.lastIndexOf(')'));
  const parts = [''];
  let depth = 0;
  for (const character of body) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${character}`);
  }
  return createTable(
    statement.slice('create table '.length, start).trim(),
    parts.map((part) => part.trim()),
  );
}

function createTable(name: string, parts: readonly string[]): string {
  return `create table ${name} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n)`;
}

async function readPostgres(db: Db): Promise<SchemaDump> {
  const indexes = await sql<Statement>`
    select pg_get_indexdef(i.indexrelid) as statement from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
    order by c.relname collate "C"`.execute(db);
  const foreignKeys = await sql<Statement>`
    select format('ALTER TABLE %I ADD CONSTRAINT %I %s', r.relname, c.conname, pg_get_constraintdef(c.oid)) as statement
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.connamespace = 'public'::regnamespace and c.contype = 'f'
    order by r.relname collate "C", c.conname collate "C"`.execute(db);
  const functions = await sql<Statement>`
    select pg_get_functiondef(oid) as statement from pg_proc where pronamespace = 'public'::regnamespace
    order by proname collate "C"`.execute(db);
  const triggers = await sql<Statement>`
    select pg_get_triggerdef(t.oid) as statement from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    order by c.relname collate "C", t.tgname collate "C"`.execute(db);
  const others = [indexes, foreignKeys, functions, triggers].flatMap(({ rows }) => rows);
  return { tables: await readPostgresTables(db), others: others.map(({ statement }) => statement.trim()) };
}

/** Foreign keys come after all tables, so that the dump can be executed. */
async function readPostgresTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ readonly name: string; readonly parts: string[] }>`
    select c.relname as name, array(
      select format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when l.collname <> 'default' then format(' collate %I', l.collname) else '' end,
        case when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
        case when a.attnotnull then ' not null' else '' end)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
    ) || array(
      select format('constraint %I %s', conname, pg_get_constraintdef(oid)) from pg_constraint
      where conrelid = c.oid and contype in ('p', 'u', 'c', 'x') order by contype, conname collate "C"
    ) as parts
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname collate "C"`.execute(db);
  return rows.map(({ name, parts }) => createTable(name, parts));
}
