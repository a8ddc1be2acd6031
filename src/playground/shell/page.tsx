import { useCallback, useEffect, useState } from 'react';
import type { PageSession } from '../../contract/keys/page-session.ts';
import { readSession, SESSION_END, signIn, takeCode } from '../service/session.ts';
import { useAnswersAgain } from '../service/use-answers-again.ts';
import { messageOf } from '../service/use-loaded.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

interface State {
  readonly session: PageSession | null;
  readonly error: string | null;
}

/** The page: signs in, then shows the apps. */
export function Page() {
  const [{ session, error }, setState] = useState<State>({ session: null, error: null });
  const open = useCallback(() => {
    const fail = (failure: unknown) => setState({ session: null, error: messageOf(failure) });
    void openSession().then(setState, fail);
  }, []);
  useEffect(() => {
    open();
    addEventListener(SESSION_END, open);
    return () => removeEventListener(SESSION_END, open);
  }, [open]);
  useAnswersAgain(session === null && error !== null, open);
  const change = (next: PageSession) => setState({ session: next, error: null });
  if (session === null) return error === null ? null : <p className="notice error">{error}</p>;
  if (!session.signed_in) return <SignIn reason={error} onSignedIn={change} />;
  return <Shell session={session} onSignedOut={change} />;
}

async function openSession(): Promise<State> {
  const code = takeCode();
  if (code === null) return { session: await readSession(), error: null };
  try {
    return { session: await signIn({ code }), error: null };
  } catch (failure) {
    // A used code does no harm when the page is signed in already.
    const session = await readSession();
    return { session, error: session.signed_in ? null : messageOf(failure) };
  }
}
