import { act, createContext, type ReactNode } from 'react';
import createReconciler from 'react-reconciler';
import { ConcurrentRoot, DefaultEventPriority, NoEventPriority } from 'react-reconciler/constants.js';
import { HostElement, HostInput, insert, remove, toMarkup, type HostText } from './host-element.ts';

/** A mounted part of the page: its effects run, and it can be operated. */
export interface Mounted extends AsyncDisposable {
  readonly root: HostElement;
  /** The tree now, as markup. */
  readonly markup: string;
  /** Clicks a button or a link by its text or label; submits its form if the button does that. */
  click(name: string): Promise<void>;
  /** Types into a control, chooses an option, or sets a tick; found by its label. */
  enter(label: string, value: string | boolean): Promise<void>;
  /** Presses Enter in the only form. */
  submit(): Promise<void>;
  /** Calls a handler of the element whose label, text or class it is. */
  fire(name: string, handler: string, event?: object): Promise<void>;
  /** Waits for everything that follows from an action. */
  settle(work?: () => unknown): Promise<void>;
  /** Draws other contents in the same place. */
  draw(element: ReactNode): Promise<void>;
}

/** Draws elements without a browser. The globals of one are `fakeBrowser`'s. */
export async function mount(element: ReactNode): Promise<Mounted> {
  const root = new HostElement('root', {});
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
    () => undefined,
    null,
  );
  const settle = async (work: () => unknown = () => undefined) =>
    await act(async () => {
      await work();
      for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    });
  const draw = (next: ReactNode) => settle(() => RECONCILER.updateContainer(next, container, null, null));
  const call = (target: HostElement, handler: string, event: object = {}) => {
    const handle = target.props[handler] as ((event: object) => unknown) | undefined; // a handler is a function
    if (handle === undefined) throw new Error(`<${target.tag}> ${target.text} has no ${handler}`);
    return settle(() => void handle({ preventDefault: () => undefined, target, currentTarget: target, ...event }));
  };
  await draw(element);
  return {
    root,
    get markup() {
      return toMarkup(root);
    },
    click: async (name) => {
      const target = find(root, name, (one) => one.tag === 'button' || 'onClick' in one.props);
      if (target.props['disabled'] === true) throw new Error(`${name} is disabled`);
      const form = target.props['type'] === 'submit' ? target.closest('form') : null;
      await (form === null ? call(target, 'onClick') : call(form, 'onSubmit'));
    },
    enter: async (label, value) => {
      await call(
        find(root, label, ({ props }) => 'onChange' in props),
        'onChange',
        {
          target: typeof value === 'string' ? { value } : { checked: value },
        },
      );
    },
    submit: async () => {
      const form = root.all.find(({ tag }) => tag === 'form');
      if (form === undefined) throw new Error(`There is no form in\n${toMarkup(root)}`);
      await call(form, 'onSubmit');
    },
    fire: (name, handler, event) =>
      call(
        find(root, name, ({ props }) => handler in props),
        handler,
        event,
      ),
    settle,
    draw,
    [Symbol.asyncDispose]: () => draw(null),
  };
}

/** Turns of the event loop: enough for a fake answer, its body and the redraw. */
const TURNS = 6;

function fail(error: unknown): never {
  throw error;
}

function find(root: HostElement, name: string, isWanted: (element: HostElement) => boolean): HostElement {
  const found = root.all.filter(isWanted).find((element) => namesOf(root, element).includes(name));
  if (found === undefined) throw new Error(`There is no ${JSON.stringify(name)} in\n${toMarkup(root)}`);
  return found;
}

function namesOf(root: HostElement, element: HostElement): unknown[] {
  const label =
    element.closest('label') ??
    root.all.find(({ props }) => 'htmlFor' in props && props['htmlFor'] === element.props['id']);
  const { className, 'aria-label': own } = element.props;
  return [own, element.text.trim(), className, label?.text.trim(), label?.children[0]?.text.trim()];
}

let priority = NoEventPriority;
const none = () => undefined;

const RECONCILER = createReconciler({
  isPrimaryRenderer: true,
  supportsMutation: true,
  supportsPersistence: false,
  supportsHydration: false,
  noTimeout: -1,
  scheduleTimeout: setTimeout,
  cancelTimeout: clearTimeout,
  NotPendingTransition: null,
  HostTransitionContext: createContext(null),
  getRootHostContext: () => ({}),
  getChildHostContext: (parent: unknown) => parent,
  getPublicInstance: (instance: unknown) => instance,
  getInstanceFromNode: () => null,
  getInstanceFromScope: () => null,
  createFragmentInstance: () => null,
  shouldSetTextContent: () => false,
  createInstance: (type: string, props: Readonly<Record<string, unknown>>) =>
    type === 'input' ? new HostInput(type, props) : new HostElement(type, props),
  createTextInstance: (text: string): HostText => ({ text }),
  appendInitialChild: insert,
  appendChild: insert,
  appendChildToContainer: insert,
  insertBefore: insert,
  insertInContainerBefore: insert,
  removeChild: remove,
  removeChildFromContainer: remove,
  clearContainer: (root: HostElement) => void root.nodes.splice(0),
  finalizeInitialChildren: () => false,
  commitUpdate: (element: HostElement, _type: string, _before: unknown, props: Readonly<Record<string, unknown>>) => {
    element.props = props;
  },
  commitTextUpdate: (node: HostText, _before: string, text: string) => {
    node.text = text;
  },
  prepareForCommit: () => null,
  setCurrentUpdatePriority: (next: number) => {
    priority = next;
  },
  getCurrentUpdatePriority: () => priority,
  resolveUpdatePriority: () => (priority === NoEventPriority ? DefaultEventPriority : priority),
  resolveEventType: () => null,
  resolveEventTimeStamp: () => -1.1,
  shouldAttemptEagerTransition: () => false,
  maySuspendCommit: () => false,
  maySuspendCommitOnUpdate: () => false,
  maySuspendCommitInSyncRender: () => false,
  resetAfterCommit: none,
  resetTextContent: none,
  preparePortalMount: none,
  detachDeletedInstance: none,
  beforeActiveInstanceBlur: none,
  afterActiveInstanceBlur: none,
  prepareScopeUpdate: none,
  requestPostPaintCallback: none,
  trackSchedulerEvent: none,
  resetFormInstance: none,
});
