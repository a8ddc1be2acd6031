import { InputForm } from './input-form.tsx';
import { TestsetRow } from './testset-row.tsx';
import type { Trial } from './use-trial.ts';

interface InputsCardProps {
  readonly trial: Trial;
  readonly onRun: () => void;
}

/** The inputs of a call: typed, or from a test set. Enter in a field runs it. */
export function InputsCard({ trial, onRun }: InputsCardProps) {
  const { inputFields, draft, inputErrors, change } = trial;
  return (
    <section className="card inputs" aria-label="Inputs">
      <header className="card-head">
        <h2>Inputs</h2>
        <TestsetRow fields={inputFields} onLoad={change} />
      </header>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onRun();
        }}
      >
        <InputForm fields={inputFields} draft={draft} errors={inputErrors} onChange={change} />
        {/* Without one, Enter does nothing in a form of several fields. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </section>
  );
}
