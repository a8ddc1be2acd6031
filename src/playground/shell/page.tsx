import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { PageSession } from '../../contract/keys/page-session.ts';
import { RECORDS } from '../service/queries.ts';
import { messageOf, readSession, SESSION_END, signIn, takeCode } from '../service/request.ts';
import { TextField } from '../elements/labelled-controls.tsx';
import { ErrorText } from '../elements/notices.tsx';
import { useWindowEvent } from '../elements/use-window-event.ts';
import { Shell } from './shell.tsx';

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
  useWindowEvent(SESSION_END, () => void refetch());
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

interface SignInProps extends Pick<OpenedSession, 'reason'> {
  readonly onSignedIn: (session: PageSession) => void;
}

/** Asks for a key when the URL has no code. */
function SignIn({ reason, onSignedIn }: SignInProps) {
  const [key, setKey] = useState('');
  const { mutate, error } = useMutation({ mutationFn: signIn, onSuccess: onSignedIn });
  const shown = error === null ? reason : messageOf(error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate({ key });
  };
  return (
    <main className="sign-in">
      <form className="card" onSubmit={submit}>
        <p className="brand">wf</p>
        <h1>Sign in</h1>
        <p>
          Open the URL that the server printed at start, or enter a key. The server printed which file has this
          machine’s key.
        </p>
        <TextField
          className="field"
          label="Key"
          type="password"
          autoComplete="off"
          required
          value={key}
          onChange={setKey}
        />
        <ErrorText error={shown} />
        <button type="submit" className="primary">
          Sign in
        </button>
      </form>
    </main>
  );
}
