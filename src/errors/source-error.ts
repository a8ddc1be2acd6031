import { UserError, type WfErrorOptions } from './wf-error.ts';

/** Position of an error in the author's sources. */
export interface SourcePlace {
  /** What is wrong, without the position. */
  readonly sentence: string;
  /** Path below the project's folder, with forward slashes; `null` when no file is known. */
  readonly file: string | null;
  /** Counted from 1. */
  readonly line: number | null;
  /** Counted from 1. */
  readonly column: number | null;
  /** The line with a caret below the column. */
  readonly frame: string | null;
}

export interface SourceErrorOptions extends Omit<WfErrorOptions, 'message'> {
  readonly place: SourcePlace;
  /** Added to the end of the message. */
  readonly remark?: string | undefined;
}

/** The author's sources do not build or break a rule. The message contains the position. */
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
