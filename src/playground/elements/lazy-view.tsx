import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { reportNoAnswer } from '../service/fetch-service.ts';
import { Button } from './button.tsx';
import { Notice } from './notices.tsx';

export interface LazyViewProps<P> {
  readonly name: string;
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
  /** Shown until the code is here. @defaultValue that it loads, after a moment */
  readonly placeholder?: ReactNode;
  /** Heading of a whole page, for when its code does not arrive. */
  readonly title?: string;
}

/** A view whose code is loaded when it is first seen, so that the page opens sooner. Opened again, it does not flash. */
export function LazyView<P extends object>({ name, load, props, placeholder = LOADING, title }: LazyViewProps<P>) {
  const {
    data: View,
    error,
    errorUpdateCount: failures,
  } = useQuery({ queryKey: ['view', name], queryFn: load, staleTime: Infinity, gcTime: Infinity });
  useEffect(() => {
    // A service without the code has ended, or has another page by now.
    if (failures === 1) reportNoAnswer();
  }, [failures]);
  if (View !== undefined) return <View {...props} />;
  if (error === null) return placeholder;
  return (
    <>
      {title === undefined ? null : <h1>{title}</h1>}
      <Notice error="This part of the page could not be loaded." />
      {/* Chromium remembers that a script was missing, and does not fetch it again. */}
      {failures < 2 ? null : (
        <p>
          <Button label="Reload the page" onClick={() => location.reload()} /> It keeps your inputs and configurations.
        </p>
      )}
    </>
  );
}

/** Invisible for a moment: most code is here before somebody could read it. */
const LOADING = <p className="notice late">Loading…</p>;
