import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { type Message, type MessagePart, readSpans, type Span } from './trace.ts';
import { formatCost, formatCount, formatSeconds } from '../text/format-figures.ts';

export function AnswerTrace({ answer }: { readonly answer: RouteAnswer }) {
  const spans = readSpans(answer);
  const total = Math.max(1, ...spans.map((span) => endOf(span)));
  return (
    <ul className="trace">
      {spans.map((span) => (
        <SpanItem key={span.id} span={span} total={total} />
      ))}
    </ul>
  );
}

function SpanItem({ span, total }: { readonly span: Span; readonly total: number }) {
  const left = ((span.startMs ?? 0) / total) * 100;
  const width = Math.max(0.5, ((span.durationMs ?? 0) / total) * 100);
  return (
    <li>
      <div className="span" data-failed={span.isFailed || undefined}>
        <span className="span-name">{span.name}</span>
        <span className="tag">{span.type}</span>
        <span className="figures">
          {span.isFailed ? <b className="bad">failed </b> : null}
          {figuresOf(span)}
        </span>
        {span.durationMs === null ? null : (
          <span className="bar" aria-hidden="true">
            <span style={{ marginInlineStart: `${Math.min(left, 99.5)}%`, inlineSize: `${Math.min(width, 100)}%` }} />
          </span>
        )}
      </div>
      {span.messages.length === 0 ? null : <ConversationView messages={span.messages} />}
      {span.children.length === 0 ? null : (
        <ul>
          {span.children.map((child) => (
            <SpanItem key={child.id} span={child} total={total} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Formats the figures of a span; `-` where none is known. */
function figuresOf({ durationMs, tokens, cost }: Span): string {
  const known = [
    durationMs === null ? null : formatSeconds(durationMs / 1000),
    tokens === null ? null : `${formatCount(tokens)} tokens`,
    cost === null ? null : formatCost(cost),
  ].filter((figure) => figure !== null);
  return known.length === 0 ? '-' : known.join(' · ');
}

function endOf(span: Span): number {
  return Math.max((span.startMs ?? 0) + (span.durationMs ?? 0), ...span.children.map((child) => endOf(child)));
}

function ConversationView({ messages }: { readonly messages: readonly Message[] }) {
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
        {kind === 'other' ? name : kind} {kind === 'other' || name === '' ? null : <b>{name}</b>}
      </p>
      <pre className="pre">{text}</pre>
    </div>
  );
}
