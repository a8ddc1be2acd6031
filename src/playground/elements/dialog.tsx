import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { wordsOf } from '../service/use-loaded.ts';

interface DialogProps {
  readonly title: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly isReady?: boolean;
  /** Does it. What it throws is shown, and the dialog stays. */
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question in front of the page: keyboard and focus stay in it, Escape closes it. */
export function Dialog({ title, action, isReady = true, onSubmit, onClose, children }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => element.current?.showModal(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    onSubmit().then(onClose, (failure: unknown) => {
      setError(wordsOf(failure));
      setBusy(false);
    });
  };
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={id}>{title}</h2>
        {children}
        {error === null ? null : (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <div className="actions end">
          <button type="button" onClick={() => element.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={!isReady || isBusy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
