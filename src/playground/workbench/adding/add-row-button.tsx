import { useState } from 'react';
import { Button } from '../../elements/button.tsx';
import { LazyView } from '../../elements/lazy-view.tsx';
import type { AddRowDialogProps } from './add-row-dialog.tsx';

interface AddRowButtonProps extends Pick<AddRowDialogProps, 'inputs' | 'answer'> {
  /** Whose answer it is, for screen readers; `null` where there is one answer. */
  readonly of: string | null;
}

export function AddRowButton({ inputs, answer, of }: AddRowButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button label="Add to test set…" context={of} onClick={() => setOpen(true)} />
      {isOpen ? (
        <LazyView
          name="add row"
          load={loadDialog}
          placeholder={null}
          props={{ inputs, answer, onClose: () => setOpen(false) }}
        />
      ) : null}
    </>
  );
}

const loadDialog = async () => (await import('./add-row-dialog.tsx')).AddRowDialog;
