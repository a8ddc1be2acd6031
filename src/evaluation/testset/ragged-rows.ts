import { countOf } from '../../errors/count-of.ts';
import { testsetError } from './testset-error.ts';

/** Most lines to report; a file with more is wrong throughout. */
const MOST = 20;

export interface RaggedRows {
  /** @throws {WF_TESTSET_INVALID} when there are too many to go on */
  add(line: number, cells: number, columns: readonly string[]): void;
  /** @throws {WF_TESTSET_INVALID} when there was one */
  require(): void;
}

/** Collects csv rows with more or fewer cells than the header, to report them together. */
export function createRaggedRows(name: string): RaggedRows {
  const lines: number[] = [];
  let first: { readonly column: string | number; readonly message: string } | null = null;
  const fail = (): never => {
    const others = lines.slice(1, MOST);
    const more = lines.length > MOST ? ' and more' : '';
    const also =
      others.length === 0 ? '' : ` The same in line${others.length === 1 ? '' : 's'} ${others.join(', ')}${more}.`;
    const place = { name, line: lines[0] ?? 1, column: first?.column ?? 1 };
    throw testsetError(place, `${first?.message ?? ''}${also}`, undefined, { lines: lines.slice(0, MOST) });
  };
  return {
    add(line, cells, columns) {
      lines.push(line);
      first ??= describe(cells, columns);
      if (lines.length > MOST) fail();
    },
    require() {
      if (lines.length > 0) fail();
    },
  };
}

function describe(cells: number, columns: readonly string[]): { column: string | number; message: string } {
  const missing = columns[cells];
  const counts = `${countOf(cells, 'cell')}, where the header has ${countOf(columns.length, 'column')}`;
  return missing === undefined
    ? { column: columns.length + 1, message: `The row has ${counts}.` }
    : { column: missing, message: `The row has only ${counts}.` };
}
