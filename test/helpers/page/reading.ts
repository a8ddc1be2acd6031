import { HostElement, type HostText } from './host-element.ts';

const ROLES: Readonly<Record<string, string>> = {
  a: 'link',
  button: 'button',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  ins: 'insertion',
  li: 'listitem',
  nav: 'navigation',
  option: 'option',
  section: 'region',
  select: 'combobox',
  summary: 'button',
  table: 'table',
  td: 'cell',
  textarea: 'textbox',
  th: 'columnheader',
  tr: 'row',
};

const INPUT_ROLES: Readonly<Record<string, string>> = {
  checkbox: 'checkbox',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
};

const CELLS: readonly string[] = ['cell', 'columnheader', 'gridcell', 'rowheader'];

const CONTROLS: readonly string[] = ['input', 'select', 'textarea'];

/** Elements whose text goes on in the same line. */
const INLINE: readonly string[] = ['a', 'b', 'code', 'del', 'em', 'ins', 'kbd', 'mark', 'small', 'span', 'strong'];

/** Stands for the end of a block; no text has it. */
const END = '\uE000';

/** Returns the role of an element, as assistive technology is told. */
export function roleOf({ tag, props }: HostElement): string {
  const own = props['role'];
  if (typeof own === 'string') return own;
  return tag === 'input' ? (INPUT_ROLES[String(props['type'])] ?? 'textbox') : (ROLES[tag] ?? '');
}

/** Returns what is read of an element: each block on its line. */
export function textOf(element: HostElement | HostText): string {
  return linesOf(element)
    .replaceAll(/\uE000+/g, '\n')
    .trim();
}

function linesOf(node: HostElement | HostText): string {
  if (!(node instanceof HostElement)) return node.text;
  const text = node.nodes.map(linesOf).join('');
  return INLINE.includes(node.tag) ? text : `${END}${text}${END}`;
}

/** Returns the accessible name of an element. */
export function nameOf(root: HostElement, element: HostElement): string {
  const { 'aria-label': own, 'aria-labelledby': labelledBy } = element.props;
  if (typeof own === 'string') return own;
  if (labelledBy !== undefined) {
    const title = root.all.find(({ props }) => props['id'] === labelledBy);
    if (title !== undefined) return textOf(title);
  }
  if (!CONTROLS.includes(element.tag)) return textOf(element);
  const label =
    element.closest('label') ??
    root.all.find(({ props }) => 'htmlFor' in props && props['htmlFor'] === element.props['id']);
  if (label === null || label === undefined) return '';
  const others = label.nodes.filter((node) => !(node instanceof HostElement) || !CONTROLS.includes(node.tag));
  return others.map(textOf).join(' ').trim();
}

/** Returns the rows that are drawn of a table, each as the texts of its cells. */
export function rowsOf(table: HostElement): string[][] {
  return table.all
    .filter((element) => roleOf(element) === 'row' && element.props['aria-hidden'] === undefined)
    .map(({ children }) => children.filter((cell) => CELLS.includes(roleOf(cell))).map(textOf));
}

/** Writes what is on the page, for the message of a failed test. */
export function toOutline(root: HostElement): string {
  return root.all
    .filter((element) => roleOf(element) !== '' || (element.children.length === 0 && element.text !== ''))
    .map((element) => `${roleOf(element)} ${JSON.stringify(nameOf(root, element).slice(0, 100))}`)
    .join('\n');
}
