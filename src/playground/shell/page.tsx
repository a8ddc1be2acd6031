import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PageSession } from '../../contract/keys/page-session.ts';
import { RECORDS } from '../service/queries.ts';
import { messageOf } from '../service/refused-request.ts';
import { SESSION_END } from '../service/request.ts';
import { readSession, signIn, takeCode } from '../service/session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

interface OpenedSession {
  readonly session: PageSession;
  /** Why the URL's code did not sign in. */
  readonly reason: string | null;
}

const SESSION = ['session'];

/** The page: signs in, then shows the apps. */
export function Page() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: SESSION, queryFn: openSession, staleTime: Infinity });
  useEffect(() => {
    const open = () => void refetch();
    addEventListener(SESSION_END, open);
    return () => removeEventListener(SESSION_END, open);
  }, [refetch]);
  const change = (session: PageSession) => {
    // The next user of this browser may see other records.
    client.removeQueries({ queryKey: [RECORDS] });
    client.setQueryData<OpenedSession>(SESSION, { session, reason: null });
  };
  if (error !== null) return <p className="notice error">{messageOf(error)}</p>;
  if (data === undefined) return null;
  if (!data.session.signed_in) return <SignIn reason={data.reason} onSignedIn={change} />;
  return <Shell session={data.session} onSignedOut={change} />;
}

async function openSession(): Promise<OpenedSession> {
  const code = takeCode();
  if (code === null) return { session: await readSession(), reason: null };
  try {
    return { session: await signIn({ code }), reason: null };
  } catch (failure) {
    // A used code does no harm when the page is signed in already.
    const session = await readSession();
    return { session, reason: session.signed_in ? null : messageOf(failure) };
  }
}
