import type { Db, DialectName } from '../schema.ts';

/** Column types that the two databases spell differently. */
export interface ColumnTypes {
  /** For what only one of them supports. */
  readonly dialect: DialectName;
  /** Text that sorts by code point, whatever the server's locale. */
  readonly text: string;
  readonly bytes: string;
  readonly real: string;
}

/** One step of the schema. It never changes after its release. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: (types: ColumnTypes) => readonly string[];
  /** Rewrites rows after the statements, where SQL alone cannot. It names each column: later ones do not exist yet. */
  readonly convert?: (db: Db) => Promise<void>;
}
