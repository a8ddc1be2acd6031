import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENTRY_STUB } from '../build/bundle-options.ts';
import type { SourcePosition } from '../build/draw-code-frame.ts';

/** Where the stacks of a bundle say they come from: the project's folder, wherever that was. */
export const PROJECT_SCHEME = 'project:///';

/** Finds the innermost frame of a stack that lies in the project's own sources. */
export function findAuthorPosition(stack: string, root: string): SourcePosition | undefined {
  for (const line of stack.split('\n')) {
    const frame = /^\s+at (?:.*?\()?(.+?):(\d+):(\d+)\)?$/.exec(line);
    if (frame === null) continue;
    const file = toProjectFile(frame[1] ?? '', root);
    if (file !== undefined) return { file, line: Number(frame[2]), column: Number(frame[3]) };
  }
  return undefined;
}

/** Reads the line a position points at; nothing when the file is gone or shorter by now. */
export async function readSourceLine({ file, line }: SourcePosition, root: string): Promise<string | undefined> {
  const text = await readFile(join(root, file), 'utf8').catch(() => '');
  return text.split(/\r?\n/)[line - 1];
}

function toProjectFile(location: string, root: string): string | undefined {
  const inProject = location.startsWith(PROJECT_SCHEME) ? join(root, location.slice(PROJECT_SCHEME.length)) : location;
  const path = inProject.startsWith('file://') ? fileURLToPath(inProject) : inProject;
  const file = relative(root, path).split(sep).join('/');
  const isAuthors =
    isAbsolute(path) &&
    !isAbsolute(file) &&
    !file.startsWith('../') &&
    !/(^|\/)(node_modules|\.wf)\//.test(file) &&
    !file.endsWith('/workflow.mjs') &&
    // Written by the bundler, not by the author.
    file !== ENTRY_STUB;
  return isAuthors ? file : undefined;
}
