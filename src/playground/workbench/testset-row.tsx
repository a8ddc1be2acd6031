import { useState } from 'react';
import type { TestsetRow as Row } from '../../contract/testsets/testset.ts';
import type { Field } from '../fields/field.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import type { Draft } from '../drafts/draft.ts';

interface TestsetRowProps {
  readonly fields: readonly Field[] | null;
  readonly onLoad: (part: Partial<Draft>) => void;
}

/** Loads the inputs from a row of a test set. Hidden when there is no test set. */
export function TestsetRow({ fields, onLoad }: TestsetRowProps) {
  const testsets = useLoaded('testsets', (signal) => send('GET /testsets', {}, signal));
  const [id, setId] = useState<string | null>(null);
  const testset = useLoaded(id, (signal) => send('GET /testsets/{testset_id}', { testset_id: id ?? '' }, signal));
  const rows = testset.value?.csvdata ?? [];
  const [index, setIndex] = useState(0);
  const load = (next: number) => {
    setIndex(next);
    const row = rows[next];
    if (row !== undefined) onLoad(toInputs(fields, row));
  };
  if (testsets.value === null || testsets.value.length === 0) return null;
  return (
    <div className="load">
      <label>
        <span>Test set</span>
        <select
          value={id ?? ''}
          onChange={({ target }) => {
            setId(target.value === '' ? null : target.value);
            setIndex(0);
          }}
        >
          <option value="">none</option>
          {testsets.value.map((entry) => (
            <option key={entry.id} value={entry.id}>
              {entry.name}
            </option>
          ))}
        </select>
      </label>
      {rows.length === 0 ? null : (
        <>
          <label>
            <span>Row, of {rows.length}</span>
            <input
              type="number"
              min={1}
              max={rows.length}
              value={index + 1}
              onChange={({ target }) => setIndex(Math.min(rows.length, Math.max(1, Number(target.value))) - 1)}
            />
          </label>
          <button type="button" onClick={() => load(index)}>
            Load row
          </button>
          <button type="button" disabled={index + 1 >= rows.length} onClick={() => load(index + 1)}>
            Next row
          </button>
        </>
      )}
    </div>
  );
}

/** Cells of a csv are text: number and boolean controls get the parsed value. */
function toInputs(fields: readonly Field[] | null, row: Row): Partial<Draft> {
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
