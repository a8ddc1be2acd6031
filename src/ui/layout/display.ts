/** What a view needs to know of the place it is shown in. */
export interface Display {
  /** `terminal`: drawn for a person; `plain`: aligned text without escapes; `tsv`: tab-separated; `markdown`: for a comment. */
  readonly form: 'terminal' | 'plain' | 'tsv' | 'markdown';
  /** Width in character cells. */
  readonly columns: number;
  /** Height in lines. */
  readonly rows: number;
  readonly color: boolean;
  readonly now: Date;
}

/** Text for standard output, and a remark for standard error when there is one. */
export interface Shown {
  readonly text: string;
  readonly remark: string | null;
}
