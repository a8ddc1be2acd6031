import type { Choices } from '../service/queries.ts';

interface ChoiceFinderProps {
  readonly finder: Choices<unknown>['finder'];
  /** What is searched for: `variant`. */
  readonly what: string;
}

/** Searches the options of a select that has only the newest records. Hidden when it has all of them. */
export function ChoiceFinder({ finder, what }: ChoiceFinderProps) {
  if (finder === null) return null;
  return (
    <label className="field">
      <span>Find {what}</span>
      <input
        type="text"
        placeholder="search…"
        maxLength={200}
        value={finder.text}
        onChange={({ target }) => finder.search(target.value)}
      />
    </label>
  );
}
