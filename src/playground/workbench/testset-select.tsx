import { ChoiceFinder, SelectField } from '../elements/labelled-controls.tsx';
import { useChoices, useRequest } from '../service/queries.ts';

interface TestsetSelectProps {
  /** `''` for none. */
  readonly id: string;
  readonly onSelect: (id: string) => void;
  readonly none: string;
}

/** Chooses a test set. Hidden when there is none. */
export function TestsetSelect({ id, onSelect, none }: TestsetSelectProps) {
  const { records, finder } = useChoices('GET /testsets', {});
  const testsets = records ?? [];
  const isListed = records === null || id === '' || testsets.some((entry) => entry.id === id);
  // One that is not among the newest.
  const { value: hidden } = useRequest('GET /testsets', isListed ? null : { id_prefix: id, limit: 1 });
  if (records === null && finder === null) return null;
  if (testsets.length === 0 && finder === null && id === '') return null;
  return (
    <>
      <SelectField
        label="Test set"
        value={id}
        options={[
          ['', none],
          ...(isListed ? [] : [[id, hidden === null ? '' : (hidden[0]?.name ?? 'deleted')] as const]),
          ...testsets.map((entry) => [entry.id, entry.name] as const),
        ]}
        onChange={onSelect}
      />
      <ChoiceFinder finder={finder} what="test set" />
    </>
  );
}
