import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';

interface TestsetSelectProps {
  /** `''` for none. */
  readonly id: string;
  readonly onSelect: (id: string) => void;
  /** What it is called when there is none. */
  readonly none: string;
}

/** Chooses a test set. Hidden when there is none. */
export function TestsetSelect({ id, onSelect, none }: TestsetSelectProps) {
  const testsets = useLoaded('testsets', (signal) => send('GET /testsets', {}, signal));
  if (testsets.value === null || (testsets.value.length === 0 && id === '')) return null;
  return (
    <label>
      <span>Test set</span>
      <select value={id} onChange={({ target }) => onSelect(target.value)}>
        <option value="">{none}</option>
        {testsets.value.some((entry) => entry.id === id) || id === '' ? null : <option value={id}>deleted</option>}
        {testsets.value.map((entry) => (
          <option key={entry.id} value={entry.id}>
            {entry.name}
          </option>
        ))}
      </select>
    </label>
  );
}
