import type { ComponentType } from 'react';
import { reportNoAnswer } from '../service/fetch-service.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { Notice } from './notice.tsx';

interface LazyViewProps<P> {
  /** Identifies the view. */
  readonly name: string;
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
}

/** A view whose code is loaded when it is first seen, so that the page opens sooner. */
export function LazyView<P extends object>({ name, load, props }: LazyViewProps<P>) {
  const { value: View, error } = useLoaded(name, async () => {
    try {
      return await load();
    } catch (error) {
      // Its code is as absent as an answer: the service has ended, or has another page by now.
      reportNoAnswer();
      throw error;
    }
  });
  return View === null ? <Notice error={error}>Loading…</Notice> : <View {...props} />;
}
