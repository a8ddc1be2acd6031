import type { Mounted } from './mount.ts';

/** Unfolds the commands that do the same in a terminal, and lists all that are shown. */
export async function commandsOf(shown: Mounted): Promise<string[]> {
  for (const { props } of shown.root.all.filter((element) => element.props['className'] === 'in-terminal')) {
    const toggle = props['onToggle'] as (event: object) => void; // a folded command has one
    await shown.settle(() => toggle({ currentTarget: { open: true } }));
  }
  return shown.root.all.filter(({ props }) => props['aria-label'] === 'The same in a terminal').map(({ text }) => text);
}
