import { textOf } from '../../text/text-of.ts';
import type { Choice, VotingCase, VotingOutput } from '../../../contract/human-evaluations/voting.ts';
import { Fact, LongText } from '../../elements/facts.tsx';
import { TextField } from '../../elements/labelled-controls.tsx';
import { Markdown } from '../../text/markdown.tsx';
import { type SubmitEvent, useState } from 'react';

export function CaseView({ shown }: { readonly shown: VotingCase }) {
  return (
    <>
      <section className="card case-inputs" aria-label="Inputs">
        <dl>
          {shown.inputs.map(({ input_name, input_value }) => (
            <Input key={input_name} name={input_name} text={textOf(input_value, 2)} />
          ))}
        </dl>
      </section>
      <div className="case-outputs" data-count={shown.outputs.length}>
        {shown.outputs.map((output, index) => (
          // Voters know an output only by its position.
          <OutputCard
            key={index}
            output={output}
            label={shown.outputs.length === 1 ? 'Output' : `Output ${index + 1}`}
          />
        ))}
      </div>
    </>
  );
}

/** More characters than fit on a phone without scrolling. */
const LONG = 200;

function Input({ name, text }: { readonly name: string; readonly text: string }) {
  const scrolls = text.length > LONG || text.includes('\n');
  return (
    // What scrolls must be reached by the keyboard, and what does not would be in its way.
    <Fact label={name} tabIndex={scrolls ? 0 : undefined}>
      <LongText text={text}>{(shown) => shown}</LongText>
    </Fact>
  );
}

function OutputCard({ output, label }: { readonly output: VotingOutput; readonly label: string }) {
  return (
    <section className="card case-output" aria-label={label} tabIndex={0}>
      <h2>
        {label}
        {output.variant === null ? null : <span className="tag">{output.variant}</span>}
      </h2>
      <OutputBody output={output} />
    </section>
  );
}

function OutputBody({ output: { output, state } }: { readonly output: VotingOutput }) {
  if (state === 'waiting') return <p className="faint">Still generating…</p>;
  if (state === 'failed') return <p className="error">There is no output: the call failed.</p>;
  if (output === '') return <p className="faint">(empty)</p>;
  return (
    <LongText text={textOf(output, 2)}>
      {(shown) => (typeof output === 'string' ? <Markdown text={shown} /> : <pre>{shown}</pre>)}
    </LongText>
  );
}

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
      <TextField
        className="field"
        label="Score, 0 to 100"
        type="number"
        min={0}
        max={100}
        step="any"
        autoFocus
        required
        value={text}
        aria-invalid={text !== '' && !isValid}
        onChange={setText}
      />
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
