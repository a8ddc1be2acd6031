import { InputForm } from './input-form.tsx';
import { TestsetRow } from './testset-row.tsx';
import type { Trial } from './use-trial.ts';

interface InputsCardProps {
  readonly trial: Trial;
  readonly onRun: () => void;
  /** Shows all rows of a test set. */
  readonly onOpen: (testsetId: string) => void;
}

/** The inputs of a call: typed, or from a test set. Enter in a field runs it. */
export function InputsCard({ trial, onRun, onOpen }: InputsCardProps) {
  const { inputFields, draft, inputErrors, change } = trial;
  return (
    <section className="card inputs" aria-label="Inputs">
      <header className="card-head">
        <h2>Inputs</h2>
        <TestsetRow onLoad={trial.loadRow} onOpen={onOpen} />
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
