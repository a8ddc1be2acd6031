import { useMemo } from 'react';
import { compareTexts } from './compare-parameters.ts';
import { DiffParts } from './diff-view.tsx';

interface TextDifferenceProps {
  readonly before: string;
  readonly after: string;
}

/** A text with its differences from another one. */
export function TextDifference({ before, after }: TextDifferenceProps) {
  const parts = useMemo(() => compareTexts(before, after), [before, after]);
  return <DiffParts parts={parts} />;
}
