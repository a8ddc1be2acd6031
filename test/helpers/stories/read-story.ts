/** A part of a story, in the order in which they are played. */
export type StoryPart = StoryText | StoryFile | StoryConsole;

/** Lines that are written back as they are. */
export interface StoryText {
  readonly type: 'text';
  readonly lines: readonly string[];
}

/** A file to write before the next command. */
export interface StoryFile {
  readonly type: 'file';
  readonly path: string;
  readonly text: string;
}

/** Command lines for a shell; what they print is recorded below each. */
export interface StoryConsole {
  readonly type: 'console';
  /** Width of the terminal; `null` is a pipe. */
  readonly columns: number | null;
  readonly commands: readonly string[];
}

/**
 * Reads a story: Markdown in which a block with a path after its language (`json params.json`) is a file, and the lines
 * of a block `console` that begin with `$ ` are commands. `console 40 columns` is a terminal. Other lines of a console
 * are recorded output, and are dropped.
 */
export function readStory(markdown: string): StoryPart[] {
  const parts: StoryPart[] = [];
  let text: string[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    text.push(line);
    const fence = /^```(?<language>\w+) ?(?<rest>.*)$/.exec(line)?.groups;
    if (fence === undefined) continue;
    const end = lines.indexOf('```', at);
    const block = lines.slice(at + 1, end);
    const part = toPart(fence['language'] ?? '', fence['rest'] ?? '', block);
    if (part.type === 'console') parts.push({ type: 'text', lines: text }, part);
    else parts.push(part);
    if (part.type === 'console') text = [];
    else text.push(...block);
    at = end - 1;
  }
  return [...parts, { type: 'text', lines: text }];
}

function toPart(language: string, rest: string, block: readonly string[]): StoryFile | StoryConsole {
  if (language !== 'console') return { type: 'file', path: rest, text: `${block.join('\n')}\n` };
  const columns = /^(\d+) columns$/.exec(rest)?.[1];
  const commands = block.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
  return { type: 'console', columns: columns === undefined ? null : Number(columns), commands };
}
