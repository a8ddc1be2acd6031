import { UserError, type WfErrorOptions } from './wf-error.ts';

/** Where in the author's sources something is wrong. */
export interface SourcePlace {
  /** What is wrong, without the place. */
  readonly sentence: string;
  /** Path below the project's folder, with forward slashes; `null` when no file is to blame. */
  readonly file: string | null;
  /** Counted from 1. */
  readonly line: number | null;
  /** Counted from 1. */
  readonly column: number | null;
  /** The line with a caret below the place. */
  readonly frame: string | null;
}

export interface SourceErrorOptions extends Omit<WfErrorOptions, 'message'> {
  readonly place: SourcePlace;
  /** Added to the message below the place. */
  readonly remark?: string | undefined;
}

/** The author's sources do not build or break a rule. Its message tells the place, too. */
export class SourceError extends UserError {
  static override readonly name = 'SourceError';

  readonly place: SourcePlace;

  constructor({ place, remark, ...options }: SourceErrorOptions) {
    super({ ...options, message: toMessage(place, remark) });
    this.place = place;
  }
}

function toMessage({ sentence, file, line, column, frame }: SourcePlace, remark: string | undefined): string {
  const position = [file, line, column].filter((part) => part !== null).join(':');
  const headline = position === '' ? sentence : `${position}: ${sentence}`;
  return [headline, frame, remark].filter((part) => part != null).join('\n\n');
}
