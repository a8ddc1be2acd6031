import { type ComponentType, type ReactNode, useState } from 'react';
import { reportNoAnswer } from '../service/fetch-service.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { Notice } from './notice.tsx';

interface LazyViewProps<P> {
  /** Identifies the view. */
  readonly name: string;
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
  /** Shown until the code is here. @defaultValue that it loads, after a moment */
  readonly placeholder?: ReactNode;
  /** Heading of a whole page, for when its code does not arrive. */
  readonly title?: string;
}

/** Code that is here is drawn at once: a view that is opened again does not flash. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * A view whose code is loaded when it is first seen, so that the page opens sooner.
 *
 * @param load - the same function each time
 */
export function LazyView<P extends object>({ name, load, props, placeholder = <Loading />, title }: LazyViewProps<P>) {
  const [failures, setFailures] = useState(0);
  // It was stored under the function that loads it.
  const known = loaded.get(load) as ComponentType<P> | undefined;
  const { value, error } = useLoaded(known === undefined ? name : null, async () => {
    try {
      const view = await load();
      loaded.set(load, view);
      return view;
    } catch (failure) {
      setFailures(failures + 1);
      // A service without the code has ended, or has another page by now.
      if (failures === 0) reportNoAnswer();
      throw failure;
    }
  });
  const View = known ?? value;
  if (View !== null) return <View {...props} />;
  if (error === null) return placeholder;
  return (
    <>
      {title === undefined ? null : <h1>{title}</h1>}
      <Notice error="This part of the page could not be loaded." />
      {failures < 2 ? null : <ReloadPage />}
    </>
  );
}

/** Invisible for a moment: most code is here before somebody could read it. */
function Loading() {
  return <p className="notice late">Loading…</p>;
}

/** Chromium remembers that a script was missing, and does not fetch it again. */
function ReloadPage() {
  return (
    <p>
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>{' '}
      It keeps your inputs and configurations.
    </p>
  );
}
