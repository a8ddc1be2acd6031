/** A text in the tree. */
export interface HostText {
  text: string;
}

type Props = Readonly<Record<string, unknown>>;

/** An element as the page's code sees it, with only the features that the code uses. */
export class HostElement {
  readonly tag: string;
  props: Props;
  readonly nodes: (HostElement | HostText)[] = [];
  parent: HostElement | null = null;
  /** The element that has the focus. */
  static focused: HostElement | null = null;
  /** Whether it is unfolded. */
  isOpen = false;
  /** Methods called on it: `focus`, `scrollIntoView`, `showModal`. */
  readonly calls: string[] = [];
  scrollTop = 0;
  clientHeight = 600;

  constructor(tag: string, props: Props) {
    this.tag = tag;
    this.props = props;
  }

  get children(): HostElement[] {
    return this.nodes.filter((node) => node instanceof HostElement);
  }

  get text(): string {
    return this.nodes.map(({ text }) => text).join('');
  }

  get all(): HostElement[] {
    return this.children.flatMap((child) => [child, ...child.all]);
  }

  /** Finds the next element above, or this one, of a kind. */
  above(isWanted: (element: HostElement) => boolean): HostElement | null {
    return isWanted(this) ? this : (this.parent?.above(isWanted) ?? null);
  }

  /** @param selector - tags, as in `dialog, textarea`; anything else never matches */
  closest(selector: string): HostElement | null {
    const tags = selector.split(', ');
    return this.above(({ tag }) => tags.includes(tag));
  }

  /** @param selector - a class: `.answer` */
  querySelector(selector: string): HostElement | null {
    return this.all.find(({ props }) => String(props['className']).split(' ').includes(selector.slice(1))) ?? null;
  }

  focus(): void {
    this.calls.push('focus');
    HostElement.focused = this;
  }

  blur(): void {
    this.calls.push('blur');
    HostElement.focused = null;
  }

  scrollIntoView(options: unknown): void {
    this.calls.push(`scrollIntoView ${JSON.stringify(options)}`);
  }

  showModal(): void {
    this.calls.push('showModal');
  }

  /** Closes a dialog. */
  close(): void {
    (this.props['onClose'] as (() => void) | undefined)?.();
  }
}

/** An element that text is typed into. */
export class HostInput extends HostElement {
  get type(): unknown {
    return this.props['type'];
  }
}

export function insert(parent: HostElement, child: HostElement | HostText, before?: HostElement | HostText): void {
  remove(parent, child);
  const index = before === undefined ? parent.nodes.length : parent.nodes.indexOf(before);
  parent.nodes.splice(index, 0, child);
  if (child instanceof HostElement) child.parent = parent;
}

export function remove(parent: HostElement, child: HostElement | HostText): void {
  const index = parent.nodes.indexOf(child);
  if (index !== -1) parent.nodes.splice(index, 1);
}

/** Writes a tree as markup, an element a line; handlers are left out, ids are counted. */
export function toMarkup(root: HostElement): string {
  const ids = new Map<string, string>();
  return root.nodes
    .flatMap((node) => linesOf(node))
    .join('\n')
    .replaceAll(/_r_\w+_/g, (id) => ids.get(id) ?? ids.set(id, `id${ids.size + 1}`).get(id) ?? '');
}

function linesOf(node: HostElement | HostText): string[] {
  if (!(node instanceof HostElement)) return node.text === '' ? [] : [JSON.stringify(node.text)];
  const head = `<${[node.tag, ...Object.entries(node.props).flatMap(attributeOf), ...node.calls.map((call) => `!${call}`)].join(' ')}>`;
  const { nodes } = node;
  if (nodes.every((one) => !(one instanceof HostElement))) {
    return [nodes.length === 0 ? head : `${head} ${JSON.stringify(node.text)}`];
  }
  return [head, ...nodes.flatMap((one) => linesOf(one)).map((line) => `  ${line}`)];
}

function attributeOf([name, value]: [string, unknown]): string[] {
  if (name === 'children' || name === 'ref' || value === undefined || typeof value === 'function') return [];
  return [value === true ? name : `${name}=${JSON.stringify(value)}`];
}
