import { shellWord } from '../../foundation/shell-word.ts';
import { formatBytes } from '../live/describe-event.ts';
import { type View, toText } from '../layout/view.ts';

export interface JoinRecord {
  readonly dir: string;
  readonly app: string;
  readonly files: readonly { readonly path: string; readonly content: string | Uint8Array }[];
  readonly additions: readonly { readonly path: readonly [string, string]; readonly value: string }[];
  /** What the package's author should know. */
  readonly notes: readonly string[];
  readonly nextSteps: readonly string[];
}

/** Shows what joining a package changes: each new file with its text, and each new line of `package.json`. */
export function joinView(record: JoinRecord): View {
  return [toText(...changeLines(record))];
}

export function joinedLine({ dir, app, notes, nextSteps }: JoinRecord): string {
  return `Joined ${app} in ${dir}. ${notes.map((note) => `${note} `).join('')}Next: cd ${shellWord(dir)} && ${nextSteps.join(' && ')}`;
}

export function changeLines({ files, additions, notes }: JoinRecord): string[] {
  const created = files.flatMap(({ path, content }) =>
    typeof content === 'string'
      ? [
          `create ${path}`,
          ...content
            .trimEnd()
            .split('\n')
            .map((line) => `  + ${line}`.trimEnd()),
        ]
      : [`create ${path} (${formatBytes(content.length)})`],
  );
  const added = additions.map(({ path: [section, name], value }) => `  + ${section}: "${name}": "${value}"`);
  return [...created, ...(added.length === 0 ? [] : ['change package.json', ...added]), ...notes];
}
