import { useState } from 'react';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { LazyView } from '../../elements/lazy-view.tsx';

interface AddRowButtonProps {
  readonly inputs: Parameters;
  readonly answer: string;
  /** Whose answer it is, for screen readers; `null` where there is one answer. */
  readonly of: string | null;
}

/** Opens the dialog that turns an answer into a row of a test set. */
export function AddRowButton({ inputs, answer, of }: AddRowButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Add to test set…{of === null ? null : <span className="hidden"> {of}</span>}
      </button>
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
