import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PageSession } from '../../contract/keys/page-session.ts';
import { forgetOthers } from '../drafts/run-history.ts';
import { RECORDS } from '../service/queries.ts';
import { messageOf, OWNER_CHANGE, readSession, SESSION_END, signIn, takeCode } from '../service/request.ts';
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

/** How often the page asks whether its session still holds: it may expire, or its key be revoked. */
const CHECK_MS = 60_000;

/** The page: signs in, then shows the apps. */
export function Page() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SESSION,
    queryFn: async () => settle(await openSession()),
    staleTime: Infinity,
    refetchInterval: CHECK_MS,
    refetchOnWindowFocus: 'always',
  });
  const tellTabs = useOtherTabs(() => void refetch());
  useWindowEvent(SESSION_END, () => void refetch());
  // A page that the browser kept for its Back button is older than what happened meanwhile.
  useWindowEvent('pageshow', () => void refetch());
  /** Leaves nothing of the last user to the next one: in the browser's storage, in memory, and in other tabs. */
  const settle = (opened: OpenedSession): OpenedSession => {
    const { owner } = opened.session;
    const before = client.getQueryData<OpenedSession>(SESSION);
    if (before !== undefined && before.session.owner !== owner) {
      dispatchEvent(new Event(OWNER_CHANGE));
      client.removeQueries({ queryKey: [RECORDS] });
      tellTabs();
    }
    for (const storage of [localStorage, sessionStorage]) forgetOthers(storage, owner);
    return opened;
  };
  const change = (session: PageSession) => client.setQueryData(SESSION, settle({ session, reason: null }));
  if (data === undefined) return error === null ? null : <p className="notice error">{messageOf(error)}</p>;
  if (!data.session.signed_in) return <SignIn reason={data.reason} onSignedIn={change} />;
  return <Shell key={data.session.owner} session={data.session} onSignedOut={change} />;
}

/** Watches for other tabs of this browser where somebody signs in or out. @returns tells them so */
function useOtherTabs(onChange: () => void): () => void {
  const channel = useRef<BroadcastChannel>(null);
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    const opened = new BroadcastChannel('wf-session');
    opened.addEventListener('message', () => notify());
    channel.current = opened;
    return () => opened.close();
  }, []);
  return () => channel.current?.postMessage('changed');
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
  useEffect(() => void (document.title = 'Sign in · wf'), []);
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
