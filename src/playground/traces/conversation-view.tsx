import type { Message, MessagePart } from './conversation.ts';

/** The messages of a call, in the order in which the model read and wrote them. */
export function ConversationView({ messages }: { readonly messages: readonly Message[] }) {
  return (
    <details className="conversation">
      <summary>
        {messages.length} {messages.length === 1 ? 'message' : 'messages'}
      </summary>
      <ol>
        {messages.map(({ role, parts, isAnswer, finish }, index) => (
          // Messages have no identity but their position.
          <li key={index} data-role={role} data-answer={isAnswer || undefined}>
            <p className="message-role">
              {role}
              {isAnswer ? <span className="tag">answer</span> : null}
              {finish === '' ? null : <span className="faint">{finish}</span>}
            </p>
            {parts.map((part, place) => (
              <Part key={place} part={part} />
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Part({ part: { kind, name, text } }: { readonly part: MessagePart }) {
  if (kind === 'text') return <p className="pre">{text}</p>;
  return (
    <div className="message-part">
      <p className="faint">
        {kind === 'other' ? name : kind}
        {kind === 'other' || name === '' ? null : (
          <>
            {' '}
            <b>{name}</b>
          </>
        )}
      </p>
      <pre className="pre">{text}</pre>
    </div>
  );
}
