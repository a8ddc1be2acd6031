import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../service/use-loaded.ts';

interface DialogProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly isReady?: boolean;
  /** Submits. The dialog shows an error and stays open. */
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog: it keeps keyboard and focus, and Escape closes it. */
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
      setError(messageOf(failure));
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
