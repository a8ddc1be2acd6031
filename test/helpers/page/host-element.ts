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
    HostElement.focused = this;
  }

  blur(): void {
    HostElement.focused = null;
  }

  scrollIntoView(): void {}

  showModal(): void {}

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
