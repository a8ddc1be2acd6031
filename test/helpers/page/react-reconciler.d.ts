/** The base of React's renderers; it has no types. */
declare module 'react-reconciler' {
  import type { ReactNode } from 'react';

  export interface Reconciler {
    createContainer(container: unknown, tag: number, ...rest: readonly unknown[]): unknown;
    updateContainer(element: ReactNode, root: unknown, parent: null, callback: null): void;
  }

  export default function createReconciler(hostConfig: Readonly<Record<string, unknown>>): Reconciler;
}

declare module 'react-reconciler/constants.js' {
  export const ConcurrentRoot: number;
  export const DefaultEventPriority: number;
  export const NoEventPriority: number;
}
