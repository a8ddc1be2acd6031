import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { useChange } from '../service/queries.ts';
import { announce } from './announcement.tsx';
import { Button } from './button.tsx';
import { ErrorText } from './notices.tsx';

interface DialogProps<T> {
  readonly title: string;
  readonly action: string;
  readonly isReady?: boolean;
  /** Tells screen readers that it is done, after the dialog closed. */
  readonly done: string | ((result: T) => string);
  /** Submits. The dialog shows an error and stays open. */
  readonly onSubmit: () => Promise<T>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog<T>({ title, action, isReady = true, done, onSubmit, onClose, children }: DialogProps<T>) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const { submit, isBusy, error } = useChange(onSubmit, (result) => {
    onClose();
    announce(typeof done === 'string' ? done : done(result));
  });
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.showModal();
    // Browsers do so when a dialog is closed, not when it goes away.
    return () => returnFocus(opener);
  }, []);
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose}>
      <form onSubmit={confirm}>
        <h2 id={id}>{title}</h2>
        {children}
        <ErrorText error={error} />
        <div className="actions end">
          <Button label="Cancel" onClick={() => element.current?.close()} />
          <button type="submit" className="primary" disabled={!isReady || isBusy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function returnFocus(opener: Element | null): void {
  const target = opener?.isConnected === true ? opener : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
