import { isWfError, UserError, type WfErrorOptions } from './wf-error.ts';

/** Position of an error in the author's sources. */
export interface SourceLocation {
  /** What is wrong, without the position. */
  readonly sentence: string;
  /** Path below the project's folder, with forward slashes; `null` when no file is known. */
  readonly file: string | null;
  /** 1-based. */
  readonly line: number | null;
  /** 1-based. */
  readonly column: number | null;
  /** The line with a caret below the column. */
  readonly frame: string | null;
}

export interface SourceErrorOptions extends Omit<WfErrorOptions, 'message'> {
  readonly location: SourceLocation;
  /** Added to the end of the message. */
  readonly remark?: string | undefined;
}

/** An error in the author's sources: they do not build, or they break a rule. The message contains the position. */
export class SourceError extends UserError {
  static override readonly name = 'SourceError';

  readonly location: SourceLocation;

  constructor({ location, remark, ...options }: SourceErrorOptions) {
    super({ ...options, message: toMessage(location, remark) });
    this.location = location;
  }
}

export function isSourceError(value: unknown): value is SourceError {
  return isWfError(value) && value.name === SourceError.name;
}

function toMessage({ sentence, file, line, column, frame }: SourceLocation, remark: string | undefined): string {
  const position = [file, line, column].filter((part) => part !== null).join(':');
  const headline = position === '' ? sentence : `${position}: ${sentence}`;
  return [headline, frame, remark].filter((part) => part != null).join('\n\n');
}
