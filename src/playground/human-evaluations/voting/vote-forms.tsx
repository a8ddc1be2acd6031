import { type SubmitEvent, useState } from 'react';
import type { Choice } from '../../../contract/human-evaluations/voting.ts';

interface ChoiceFormProps {
  readonly choice: Choice | null;
  readonly hasKeys: boolean;
  readonly onChoice: (choice: Choice) => void;
}

const CHOICES: readonly { readonly choice: Choice; readonly label: string }[] = [
  { choice: 'first', label: 'Output 1 is better' },
  { choice: 'second', label: 'Output 2 is better' },
  { choice: 'both_good', label: 'Both are good' },
  { choice: 'both_bad', label: 'Both are bad' },
];

/** The vote on two outputs. */
export function ChoiceForm({ choice, hasKeys, onChoice }: ChoiceFormProps) {
  return (
    <div className="choices" role="group" aria-label="Your vote">
      {CHOICES.map((each, index) => (
        <button
          key={each.choice}
          type="button"
          aria-pressed={each.choice === choice}
          aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
          onClick={() => onChoice(each.choice)}
        >
          {hasKeys ? <kbd aria-hidden="true">{index + 1}</kbd> : null} {each.label}
        </button>
      ))}
    </div>
  );
}

interface ScoreFormProps {
  readonly score: number | null;
  readonly onScore: (score: number) => void;
}

/** The score of one output, from 0 to 100. */
export function ScoreForm({ score, onScore }: ScoreFormProps) {
  const [text, setText] = useState(score === null ? '' : String(score));
  const value = Number(text);
  const isValid = text.trim() !== '' && value >= 0 && value <= 100;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isValid) onScore(value);
  };
  return (
    <form className="score" onSubmit={submit} aria-label="Your vote">
      <label className="field">
        <span>Score, 0 to 100</span>
        <input
          type="number"
          min={0}
          max={100}
          step="any"
          autoFocus
          required
          value={text}
          aria-invalid={text !== '' && !isValid}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <input
        type="range"
        min={0}
        max={100}
        aria-label="Score slider"
        value={isValid ? value : 50}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="primary" disabled={!isValid}>
        Save and continue
      </button>
    </form>
  );
}
