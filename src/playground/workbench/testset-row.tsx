import { useState } from 'react';
import type { TestsetRow as Row } from '../../contract/testsets/testset.ts';
import { clamp } from '../../foundation/numbers.ts';
import { useRequest } from '../service/queries.ts';
import { TestsetSelect } from './testset-select.tsx';

interface TestsetRowProps {
  readonly onLoad: (row: Row) => void;
  /** Shows all rows of a test set. */
  readonly onOpen: (testsetId: string) => void;
}

/** Loads the inputs from a row of a test set. */
export function TestsetRow({ onLoad, onOpen }: TestsetRowProps) {
  const [id, setId] = useState('');
  const testset = useRequest('GET /testsets/{testset_id}', id === '' ? null : { testset_id: id });
  const rows = testset.value?.csvdata ?? [];
  const [index, setIndex] = useState(0);
  const load = (next: number) => {
    setIndex(next);
    const row = rows[next];
    if (row !== undefined) onLoad(row);
  };
  return (
    <div className="load">
      <TestsetSelect
        id={id}
        none="none"
        onSelect={(next) => {
          setId(next);
          setIndex(0);
        }}
      />
      {rows.length === 0 ? null : (
        <>
          <label>
            <span>Row, of {rows.length}</span>
            <input
              type="number"
              min={1}
              max={rows.length}
              value={index + 1}
              onChange={({ target }) => setIndex(clamp(Number(target.value), 1, rows.length) - 1)}
            />
          </label>
          <button type="button" onClick={() => load(index)}>
            Load row
          </button>
          <button type="button" disabled={index + 1 >= rows.length} onClick={() => load(index + 1)}>
            Next row
          </button>
          <button type="button" onClick={() => onOpen(id)}>
            All rows
          </button>
        </>
      )}
    </div>
  );
}
