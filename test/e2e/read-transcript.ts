/** One command of a transcript and its expected output. */
export interface Step {
  readonly line: number;
  readonly words: readonly string[];
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly exitCode: number;
}

/** A file to write before the commands after it run. */
export interface PlacedFile {
  readonly path: string;
  readonly text: string;
}

export type TranscriptItem =
  | { readonly type: 'file'; readonly file: PlacedFile }
  | { readonly type: 'step'; readonly step: Step };

/**
 * Reads a transcript: Markdown whose `console` blocks contain `$ wf …` lines, each followed by its output. A line of
 * standard error begins with `! `; `[exit 3]` names an exit code that is not 0. A block with a path after its language
 * (`json params.json`) is a file.
 */
export function readTranscript(markdown: string): TranscriptItem[] {
  const blocks = markdown.matchAll(/^```(?<language>\w+)(?: (?<path>\S+))?\n(?<text>[\s\S]*?)^```$/gm);
  return [...blocks].flatMap(({ groups = {}, index }): TranscriptItem[] => {
    const { language, path, text = '' } = groups;
    if (path !== undefined) return [{ type: 'file', file: { path, text } }];
    if (language !== 'console') return [];
    const firstLine = markdown.slice(0, index).split('\n').length + 1;
    return readSteps(text, firstLine).map((step) => ({ type: 'step', step }));
  });
}

function readSteps(text: string, firstLine: number): Step[] {
  const lines = text.split('\n').slice(0, -1);
  const starts = lines.flatMap((line, index) => (line.startsWith('$ wf ') ? [index] : []));
  return starts.map((start, at) => {
    const body = lines.slice(start + 1, starts[at + 1]);
    const exit = /^\[exit (\d+)\]$/.exec(body.findLast((line) => line !== '') ?? '')?.[1];
    const written = body.filter((line) => !/^\[exit \d+\]$/.test(line));
    return {
      line: firstLine + start,
      words: toWords(lines[start]?.slice('$ wf '.length) ?? ''),
      stdout: trimEnd(written.filter((line) => !line.startsWith('! '))),
      stderr: written.filter((line) => line.startsWith('! ')).map((line) => line.slice(2)),
      exitCode: Number(exit ?? 0),
    };
  });
}

/** Blank lines between commands are ignored. */
function trimEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

function toWords(line: string): string[] {
  return [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
}
