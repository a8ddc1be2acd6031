import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '../../service/use-loaded.ts';

interface JoinFormProps {
  readonly total: number;
  readonly join: (name: string) => Promise<void>;
}

/** Asks for the voter's name, under which the votes are stored. */
export function JoinForm({ total, join }: JoinFormProps) {
  const id = useId();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    join(name).catch((failure: unknown) => setError(messageOf(failure)));
  };
  return (
    <form className="card join" onSubmit={submit}>
      <h1>What is your name?</h1>
      <p>
        There {total === 1 ? 'is 1 case' : `are ${total.toLocaleString('en')} cases`} to vote on. Your votes are kept
        under your name, and you can stop and go on at any time.
      </p>
      <label className="field">
        <span>Name</span>
        <input
          type="text"
          autoComplete="name"
          autoFocus
          required
          maxLength={100}
          value={name}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : id}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      {error === null ? null : (
        <p className="error" role="alert" id={id}>
          {error}
        </p>
      )}
      <button type="submit" className="primary">
        Start
      </button>
    </form>
  );
}
