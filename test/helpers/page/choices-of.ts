import type { Mounted } from './mount.ts';

/** Lists the menus with a label: the label, then each value with its text. */
export function choicesOf({ root }: Mounted): (string | undefined)[][] {
  return root.all
    .filter(({ tag, children }) => tag === 'label' && children[1]?.tag === 'select')
    .map((label) => [
      label.children[0]?.text,
      ...label.all.filter(({ tag }) => tag === 'option').map(({ props, text }) => `${String(props['value'])}: ${text}`),
    ]);
}
