import type { SourceLocation } from '../../foundation/errors/source-error.ts';
import { drawCodeFrame } from '../build/draw-code-frame.ts';
import { findAuthorPosition, readSourceLine } from './find-author-position.ts';

export interface EntryLocation {
  /** The project's folder; errors refer to files relative to it. */
  readonly root: string;
  /** Path of the entry in the project, for errors without a more precise position. */
  readonly entry: string;
}

/** Finds the author's position in a stack, and its source line; without a position, refers to the entry. */
export async function locateError(
  sentence: string,
  stack: string,
  { root, entry }: EntryLocation,
): Promise<SourceLocation> {
  const full = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  const position = findAuthorPosition(stack, root);
  if (position === undefined) return { sentence: full, file: entry, line: null, column: null, frame: null };
  const line = await readSourceLine(position, root);
  return { sentence: full, ...position, frame: line === undefined ? null : drawCodeFrame(position, line) };
}
