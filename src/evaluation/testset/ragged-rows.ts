import { countOf } from '../../foundation/count-of.ts';
import { testsetError } from './testset-error.ts';

/** Most lines to report; a file with more is wrong throughout. */
const MAX_COUNT = 20;

export interface RaggedRows {
  /** @throws {WF_TESTSET_INVALID} when there are too many to go on */
  add(line: number, cells: number, columns: readonly string[]): void;
  /** @throws {WF_TESTSET_INVALID} when there was one */
  require(): void;
}

/** Collects csv rows with more or fewer cells than the header, to report them together. */
export function createRaggedRows(name: string): RaggedRows {
  const lines: number[] = [];
  let first: RaggedRow | null = null;
  const fail = ({ message, ...place }: RaggedRow): never => {
    const others = lines.slice(1, MAX_COUNT);
    const more = lines.length > MAX_COUNT ? ' and more' : '';
    const also =
      others.length === 0 ? '' : ` The same in line${others.length === 1 ? '' : 's'} ${others.join(', ')}${more}.`;
    throw testsetError({ name, ...place }, `${message}${also}`, undefined, { lines: lines.slice(0, MAX_COUNT) });
  };
  return {
    add(line, cells, columns) {
      lines.push(line);
      first ??= { line, ...describe(cells, columns) };
      if (lines.length > MAX_COUNT) fail(first);
    },
    require() {
      if (first !== null) fail(first);
    },
  };
}

interface RaggedRow {
  readonly line: number;
  readonly column: string | number;
  readonly message: string;
}

function describe(cells: number, columns: readonly string[]): Omit<RaggedRow, 'line'> {
  const missing = columns[cells];
  const counts = `${countOf(cells, 'cell')}, where the header has ${countOf(columns.length, 'column')}`;
  return missing === undefined
    ? { column: columns.length + 1, message: `The row has ${counts}.` }
    : { column: missing, message: `The row has only ${counts}.` };
}
