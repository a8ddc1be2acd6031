import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './read-imports.ts';

/** A command that a text of the program proposes, with `\0` for what it fills in. */
export interface Proposal {
  readonly path: string;
  readonly line: string;
}

/** Finds texts that begin as a command: next steps, and what follows "Next:" and "Run". */
export function findProposals(sources: readonly Pick<SourceFile, 'path' | 'text'>[]): Proposal[] {
  return sources.flatMap(({ path, text }) => {
    if (!/[`'"](?:.*: )?wf /.test(text)) return [];
    const found: Proposal[] = [];
    const add = (line: string) => {
      const [, command] = /^(?:.*\b(?:Next|To continue|Run): )?(wf [a-z].*)$/s.exec(line) ?? [];
      if (command !== undefined) found.push({ path, line: command });
    };
    new Visitor({
      Literal: ({ value }) => void (typeof value === 'string' && add(value)),
      TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked ?? '').join('\0')),
    }).visit(parseSync(path, text).program);
    return found;
  });
}
