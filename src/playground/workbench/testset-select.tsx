import { ChoiceFinder } from '../elements/choice-finder.tsx';
import { send, sendForPage } from '../service/request.ts';
import { useChoices } from '../service/use-choices.ts';
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
  const { records, finder } = useChoices('testsets', (query, signal) => sendForPage('GET /testsets', query, signal));
  const testsets = records ?? [];
  const isListed = records === null || id === '' || testsets.some((entry) => entry.id === id);
  const hidden = useLoaded(isListed ? null : `testset ${id}`, (signal) => findName(id, signal));
  if (records === null && finder === null) return null;
  if (testsets.length === 0 && finder === null && id === '') return null;
  return (
    <>
      <label>
        <span>Test set</span>
        <select value={id} onChange={({ target }) => onSelect(target.value)}>
          <option value="">{none}</option>
          {isListed ? null : <option value={id}>{hidden.value ?? ''}</option>}
          {testsets.map((entry) => (
            <option key={entry.id} value={entry.id}>
              {entry.name}
            </option>
          ))}
        </select>
      </label>
      <ChoiceFinder finder={finder} what="test set" />
    </>
  );
}

/** Finds the name of a test set that is not among the newest. */
async function findName(id: string, signal: AbortSignal): Promise<string> {
  const [found] = await send('GET /testsets', { id_prefix: id, limit: 1 }, signal);
  return found?.name ?? 'deleted';
}
