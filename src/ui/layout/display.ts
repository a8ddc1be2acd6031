/** Properties of the output that views depend on. */
export interface Display {
  /** `terminal`: for people; `plain`: aligned text; `tsv`: tab-separated; `markdown`: for comments. */
  readonly form: 'terminal' | 'plain' | 'tsv' | 'markdown';
  /** Width in character cells. */
  readonly columns: number;
  /** Height in lines. */
  readonly rows: number;
  readonly color: boolean;
  readonly now: Date;
}

/** Text for stdout and an optional remark for stderr. */
export interface Shown {
  readonly text: string;
  readonly remark: string | null;
  /** The text is what a service or a workflow answered, and has no styles of ours. @defaultValue false */
  readonly isForeign?: boolean;
}
