import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { PageSession } from '../../contract/keys/page-session.ts';
import { messageOf } from '../service/refused-request.ts';
import { signIn } from '../service/session.ts';

interface SignInProps {
  /** Why the URL's code did not sign in. */
  readonly reason: string | null;
  readonly onSignedIn: (session: PageSession) => void;
}

/** Asks for a key when the URL has no code. */
export function SignIn({ reason, onSignedIn }: SignInProps) {
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
        <label className="field">
          <span>Key</span>
          <input
            type="password"
            autoComplete="off"
            required
            value={key}
            onChange={({ target }) => setKey(target.value)}
          />
        </label>
        {shown === null ? null : (
          <p className="error" role="alert">
            {shown}
          </p>
        )}
        <button type="submit" className="primary">
          Sign in
        </button>
      </form>
    </main>
  );
}
