import { type ComponentType, useState } from 'react';
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
  const [failures, setFailures] = useState(0);
  const { value: View, error } = useLoaded(name, async () => {
    try {
      return await load();
    } catch (failure) {
      setFailures(failures + 1);
      // A service without the code has ended, or has another page by now.
      if (failures === 0) reportNoAnswer();
      throw failure;
    }
  });
  if (View !== null) return <View {...props} />;
  if (error === null) return <Notice>Loading…</Notice>;
  return (
    <>
      <Notice error="This part of the page could not be loaded." />
      {failures < 2 ? null : <ReloadPage />}
    </>
  );
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
