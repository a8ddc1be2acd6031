import { act, type ReactNode } from 'react';
import { ConcurrentRoot } from 'react-reconciler/constants.js';
import { vi } from 'vitest';
import { HostElement } from './host-element.ts';
import { nameOf, roleOf, rowsOf, textOf, toOutline } from './reading.ts';
import { RECONCILER } from './reconciler.ts';

type Name = string | RegExp;

/** A part of the page as a person has it: it is read by roles and names, and operated. */
export interface Screen extends AsyncDisposable {
  readonly root: HostElement;
  /** All that can be read, each block on its line. */
  readonly text: string;
  /** The names of all elements with a role; those of an alert or a heading are their texts. */
  names(role: string): string[];
  /** The text of the element with a name: of a region, a group, a dialog. */
  read(name: Name): string;
  /** The drawn rows of a table, each as the texts of its cells. */
  rows(table: Name): string[][];
  /** The terms of all lists of figures, with what is said of each. */
  readonly facts: Readonly<Record<string, string>>;
  /** What a control holds. */
  value(label: Name): unknown;
  /** The texts of a menu's options. */
  options(label: Name): string[];
  isDisabled(name: Name): boolean;
  /** Waits until a text is shown. */
  sees(text: Name): Promise<void>;
  /** Waits for a condition. */
  until(isDone: () => boolean): Promise<void>;
  /** Clicks a button or a link; submits a form if the button does that. */
  click(name: Name): Promise<void>;
  /** Submits a form as Enter does. */
  submit(form: Name): Promise<void>;
  /** Unfolds all parts with a title. */
  unfold(title: Name): Promise<void>;
  /** Types into a control, chooses an option by its text, or sets a tick. */
  enter(label: Name, value: string | boolean): Promise<void>;
  /** Moves the focus away from an element, with what was typed into it. */
  leave(name: Name, value?: string): Promise<void>;
  /** Presses a key on an element. */
  press(name: Name, key: string): Promise<void>;
  /** Scrolls a box, which is 360 pixels high. */
  scroll(name: Name, top: number): Promise<void>;
  /** Waits for everything that follows from an action. */
  settle(work?: () => unknown): Promise<void>;
}

/** Draws elements without a browser. The globals of one are `fakeBrowser`'s. */
export async function drawScreen(element: ReactNode, onRoot?: (root: HostElement) => void): Promise<Screen> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = new HostElement('root', {});
  onRoot?.(root);
  const container = RECONCILER.createContainer(
    root,
    ConcurrentRoot,
    null,
    false,
    null,
    '',
    fail,
    fail,
    fail,
    none,
    null,
  );
  const turn = async (work: () => unknown = none) =>
    await act(async () => {
      await work();
      for (let count = 0; count < TURNS; count += 1) await new Promise((resolve) => setImmediate(resolve));
    });
  const settle = async (work: () => unknown = none) => {
    let before = textOf(root);
    await turn(work);
    for (let quiet = 0; quiet < 2; quiet += 1) {
      if (textOf(root) !== before) quiet = 0;
      before = textOf(root);
      await turn();
    }
  };
  const until = async (isDone: () => boolean, wanted: unknown) => {
    const start = process.hrtime.bigint();
    while (!isDone()) {
      if (process.hrtime.bigint() - start > HANG_NS) throw new Error(`${String(wanted)} is not so in\n${textOf(root)}`);
      await settle();
    }
  };
  const draw = (next: ReactNode) => settle(() => RECONCILER.updateContainer(next, container, null, null));
  const find = (name: Name, isWanted: (element: HostElement) => boolean) => {
    // What is behind a dialog cannot be operated.
    const dialog = isWanted === isLabelled ? undefined : root.all.find(({ tag }) => tag === 'dialog');
    const found = (dialog ?? root).all.find((one) => isWanted(one) && isCalled(name, nameOf(root, one)));
    if (found === undefined) throw new Error(`There is no ${String(name)} in\n${toOutline(root)}`);
    return found;
  };
  const call = (target: HostElement, handler: string, event: object = {}) => {
    const handle = target.props[handler] as ((event: object) => unknown) | undefined; // a handler is a function
    if (handle === undefined) throw new Error(`<${target.tag}> ${target.text} has no ${handler}`);
    return settle(() => void handle({ preventDefault: none, target, currentTarget: target, ...event }));
  };
  await draw(element);
  return {
    root,
    get text() {
      return textOf(root);
    },
    names: (role) => root.all.filter((one) => roleOf(one) === role).map((one) => nameOf(root, one)),
    read: (name) => textOf(find(name, isLabelled)),
    rows: (table) => rowsOf(find(table, isLabelled)),
    get facts() {
      const terms = root.all.filter(({ tag }) => tag === 'dt');
      return Object.fromEntries(
        terms.map((term) => [textOf(term), textOf(term.parent?.children.find(({ tag }) => tag === 'dd') ?? term)]),
      );
    },
    value: (label) => {
      const { type, checked, value } = find(label, isControl).props;
      return type === 'checkbox' || type === 'radio' ? checked : value;
    },
    options: (label) =>
      find(label, isControl)
        .all.filter(({ tag }) => tag === 'option')
        .map(textOf),
    isDisabled: (name) => find(name, isOperable).props['disabled'] === true,
    sees: (text) => until(() => isIn(textOf(root), text), text),
    until: (isDone) => until(isDone, isDone),
    click: async (name) => {
      const target = find(name, isClickable);
      if (target.props['disabled'] === true) throw new Error(`${String(name)} is disabled`);
      const { type, href } = target.props;
      const form = type === 'submit' ? target.closest('form') : null;
      if (form !== null) return await call(form, 'onSubmit');
      if ('onClick' in target.props) return await call(target, 'onClick');
      await settle(() => void (location.hash = String(href)));
    },
    submit: (form) =>
      call(
        find(form, ({ tag }) => tag === 'form'),
        'onSubmit',
      ),
    unfold: async (title) => {
      const folded = root.all.filter(({ tag, isOpen }) => tag === 'details' && !isOpen);
      for (const details of folded) {
        const [summary] = details.children;
        if (summary === undefined || !isCalled(title, textOf(summary))) continue;
        details.isOpen = true;
        if ('onToggle' in details.props) await call(details, 'onToggle', { currentTarget: { open: true } });
      }
    },
    enter: async (label, value) => {
      const control = find(label, isControl);
      if (control.props['disabled'] === true) throw new Error(`${String(label)} is disabled`);
      const target = typeof value === 'string' ? { value: toValue(control, value) } : { checked: value };
      await call(control, 'onChange', { target });
    },
    leave: (name, value) =>
      call(
        find(name, ({ props }) => 'onBlur' in props),
        'onBlur',
        { target: { value } },
      ),
    press: (name, key) =>
      call(
        find(name, ({ props }) => 'onKeyDown' in props),
        'onKeyDown',
        { key },
      ),
    scroll: async (name, top) => {
      const box = find(name, ({ props }) => 'onScroll' in props);
      Object.assign(box, { scrollTop: top, clientHeight: 360 });
      await call(box, 'onScroll');
    },
    settle,
    [Symbol.asyncDispose]: () => draw(null),
  };
}

/** Turns of the event loop: enough for a fake answer, its body and the redraw. An action may lead to several. */
const TURNS = 8;

/** Ends a test that would wait for ever. */
const HANG_NS = 120_000_000_000n;

function isCalled(name: Name, own: string): boolean {
  return typeof name === 'string' ? own === name : name.test(own);
}

function isIn(text: string, part: Name): boolean {
  return typeof part === 'string' ? text.includes(part) : part.test(text);
}

function isClickable({ tag, props }: HostElement): boolean {
  return tag === 'button' || tag === 'a' || 'onClick' in props;
}

function isControl({ props }: HostElement): boolean {
  return 'onChange' in props || 'onBlur' in props;
}

function isOperable(element: HostElement): boolean {
  return isClickable(element) || isControl(element);
}

function isLabelled({ props }: HostElement): boolean {
  return 'aria-label' in props || 'aria-labelledby' in props;
}

/** The value of the option that has a text, or that text where there are no options. */
function toValue(control: HostElement, text: string): unknown {
  if (control.tag !== 'select') return text;
  const options = control.all.filter(({ tag }) => tag === 'option');
  const chosen = options.find((option) => textOf(option) === text);
  if (chosen === undefined) throw new Error(`There is no option ${text}: ${options.map(textOf).join(', ')}`);
  return chosen.props['value'] ?? text;
}

function fail(error: unknown): never {
  throw error;
}

function none(): undefined {
  return undefined;
}
