import { createContext } from 'react';
import createReconciler from 'react-reconciler';
import { DefaultEventPriority, NoEventPriority } from 'react-reconciler/constants.js';
import { HostElement, HostInput, type HostText, insert, remove } from './host-element.ts';

let priority = NoEventPriority;
const none = () => undefined;

/** Draws React's elements into a tree without a browser. */
export const RECONCILER = createReconciler({
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
