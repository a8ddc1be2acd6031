import type { DialectName } from '../schema.ts';

/** The column types that the two databases spell differently. */
export interface ColumnTypes {
  /** For what one of them has no word for. */
  readonly dialect: DialectName;
  /** Text that sorts by code point, whatever the server's locale. */
  readonly text: string;
  readonly bytes: string;
  readonly real: string;
}

/** One step of the schema. A released one never changes. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: (types: ColumnTypes) => readonly string[];
}
