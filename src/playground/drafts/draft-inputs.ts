import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { Field } from '../fields/field.ts';
import type { Draft } from './draft.ts';

/** Converts a row for the controls of the inputs. Cells of a csv are text: number and boolean controls get the parsed value. */
export function toDraftInputs(fields: readonly Field[] | null, row: TestsetRow): Partial<Draft> {
  if (fields === null) return { openInputs: JSON.stringify(row, null, 2) };
  const inputs = fields.flatMap((field) =>
    Object.hasOwn(row, field.name) ? [[field.name, toValue(field, row[field.name])]] : [],
  );
  return { inputs: Object.fromEntries(inputs) };
}

function toValue({ kind }: Field, cell: unknown): unknown {
  if (kind === 'json') return typeof cell === 'string' ? cell : JSON.stringify(cell);
  if (typeof cell !== 'string') return kind === 'text' || kind === 'choice' ? JSON.stringify(cell) : cell;
  if (kind === 'bool') return cell.trim().toLowerCase() === 'true';
  return kind === 'number' && cell.trim() !== '' ? Number(cell) : cell;
}
