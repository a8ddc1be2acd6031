import type { CodeSource } from './code-source.ts';

/** Describes a source as in `3f2a91c (main, changed files)`; `null` without one. */
export function describeSource(source: CodeSource | null | undefined): string | null {
  if (source == null) return null;
  const { commit, branch, dirty } = source;
  const remarks = [branch, dirty === true ? 'changed files' : null].filter((remark) => remark !== null);
  return `${commit.slice(0, 7)}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`;
}
