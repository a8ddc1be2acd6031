import { type ReactNode, useState } from 'react';

export interface PictureProps {
  readonly title: string;
  /** What the picture shows, in a sentence. */
  readonly caption: string;
  readonly children: ReactNode;
  /** The picture's figures: drawn when they are opened. */
  readonly renderTable: () => ReactNode;
}

/** A picture with the table of its figures, which says the same to those who do not see it. */
export function Picture({ title, caption, children, renderTable }: PictureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <figure className="card picture">
      <figcaption>
        <h3>{title}</h3>
        <p className="faint">{caption}</p>
      </figcaption>
      {children}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Table: {title.toLowerCase()}</summary>
        {isOpen ? renderTable() : null}
      </details>
    </figure>
  );
}
