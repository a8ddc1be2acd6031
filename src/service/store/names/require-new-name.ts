import { type RawBuilder, sql } from 'kysely';
import { Name } from '../../../contract/validation/fields.ts';
import { isSameName, toCodePoint, toStoredName } from '../../../contract/validation/name-rule.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import type { Database, Db } from '../schema.ts';

export interface NameScope {
  /** Kind of record, such as "variant". */
  readonly kind: string;
  readonly table: keyof Database;
  /** @defaultValue `name` */
  readonly column?: string;
  /** Columns that those records share among which names must be distinct. */
  readonly within: Readonly<Record<string, string | null>>;
  /** Id of the record that gets the name. @defaultValue none: a new one */
  readonly exceptId?: string | null;
  /** @defaultValue `Name` */
  readonly rule?: typeof Name;
  /** Names that need not keep the rule, because the program gave them. @defaultValue none */
  readonly isGenerated?: boolean;
}

/**
 * Requires that the name of a new record keeps the rule for names, and looks like no other name of its scope. Equal names
 * are the caller's business: some records may share one.
 *
 * @returns the name as it is stored
 * @throws {WF_INVALID_INPUT} when it breaks the rule
 * @throws {WF_CONFLICT} when it looks like an existing one
 */
export async function requireNewName(db: Db, typed: string, scope: NameScope): Promise<string> {
  const { kind, rule = Name } = scope;
  if (scope.isGenerated === true) return typed;
  const parsed = rule.safeParse(typed);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw userError('WF_INVALID_INPUT', `Invalid name ${JSON.stringify(typed)} of ${kind}: ${issue?.message ?? ''}.`);
  }
  const alike = await findNameLike(db, parsed.data, scope, sql`${sql.ref(scope.column ?? 'name')} <> ${parsed.data}`);
  if (alike === null) return parsed.data;
  throw userError(
    'WF_CONFLICT',
    `The name ${JSON.stringify(parsed.data)} of ${kind} looks like ${JSON.stringify(alike)}, which exists: it has ${difference(parsed.data, alike)}. Choose another name.`,
  );
}

/** Finds a record whose name is the same, or was stored in another normal form. */
export async function inNameForms<T>(
  name: string,
  find: (form: string) => Promise<T | null | undefined>,
): Promise<T | null> {
  for (const form of nameForms(name)) {
    const found = await find(form);
    if (found != null) return found;
  }
  return null;
}

/** Lists the forms that a name may be stored in: as typed, and in both normal forms. Plain ASCII has one. */
export function nameForms(name: string): readonly string[] {
  return [...new Set([name, toStoredName(name), name.normalize('NFD')])];
}

/**
 * Finds a name that is equal to this one, or looks like it.
 *
 * Reads only what can look alike: names of ASCII by a skeleton that the database computes, and all others.
 */
export async function findNameLike(
  db: Db,
  name: string,
  { table, column = 'name', within, exceptId = null }: Pick<NameScope, 'table' | 'column' | 'within' | 'exceptId'>,
  only: RawBuilder<unknown> = sql`true`,
): Promise<string | null> {
  const { ASCII_PROTOTYPES, toSkeleton } = await import('./name-skeleton.ts');
  const skeleton = toSkeleton(name);
  const stored = sql.ref<string>(column);
  const plain = Object.entries(ASCII_PROTOTYPES).reduce(
    (text, [character, prototype]) => sql`replace(${text}, ${sql.lit(character)}, ${sql.lit(prototype)})`,
    sql`${stored}`,
  );
  const conditions = Object.entries(within).map(([key, value]) =>
    value === null ? sql`${sql.ref(key)} is null` : sql`${sql.ref(key)} = ${value}`,
  );
  const isNear = sql`(${plain} = ${skeleton} or octet_length(${stored}) > length(${stored}) or ${stored} like '%  %')`;
  const isOther = exceptId === null ? [] : [sql`id <> ${exceptId}`];
  const all = [...conditions, ...isOther, only, isNear];
  const query = sql<{
    name: string;
  }>`select ${stored} as name from ${sql.table(table)} where ${sql.join(all, sql` and `)}`;
  const { rows } = await query.execute(db);
  return rows.find((row) => toSkeleton(row.name) === skeleton)?.name ?? null;
}

/** Names the characters that differ, which a reader cannot see. */
function difference(name: string, alike: string): string {
  if (isSameName(name, alike)) return 'the same characters in another normal form';
  const [own, other] = [Array.from(name), Array.from(alike)];
  const start = own.findIndex((character, index) => character !== other[index]);
  const from = start === -1 ? own.length : start;
  const most = Math.min(own.length, other.length) - from;
  let end = 0;
  while (end < most && own.at(-1 - end) === other.at(-1 - end)) end += 1;
  return `${toPoints(own.slice(from, own.length - end))} instead of ${toPoints(other.slice(from, other.length - end))}`;
}

const MAX_POINTS = 4;

function toPoints(characters: readonly string[]): string {
  if (characters.length === 0) return 'nothing';
  const points = characters.slice(0, MAX_POINTS).map((character) => `${character} (${toCodePoint(character)})`);
  return `${points.join(' ')}${characters.length > MAX_POINTS ? ' …' : ''}`;
}
