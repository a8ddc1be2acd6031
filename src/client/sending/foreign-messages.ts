import type { FailureKind } from './failure-kind.ts';

/** A sentence of a library that distinguishes a failure from others. */
interface ForeignMessage {
  readonly says: RegExp;
  readonly kind: FailureKind;
}

/** undici gives a proxy's refusal the code of other failures, so these win over the code. @source undici 8, `proxy-agent.js` */
const DESPITE_CODE: readonly ForeignMessage[] = [
  { says: /^Proxy Authentication Required|^Proxy response \(407\)/, kind: 'proxy-sign-in' },
  { says: /^Proxy response /, kind: 'proxy' },
];

/** These come without a code that says it. @source undici 8, `parser-h1.js`, `client-h1.js`, `fetch/index.js`; Node, `_http_client.js` */
const WITHOUT_CODE: readonly ForeignMessage[] = [
  { says: /HTTP\/1\.1 protocol/, kind: 'not-http' },
  { says: /other side closed|socket hang up|terminated/, kind: 'closed' },
];

/** Finds the kind of a failure whose code misleads. */
export function kindDespiteCode(message: string): FailureKind | undefined {
  return find(DESPITE_CODE, message);
}

/** Finds the kind of a failure whose code says nothing. */
export function kindWithoutCode(message: string): FailureKind | undefined {
  return find(WITHOUT_CODE, message);
}

function find(messages: readonly ForeignMessage[], text: string): FailureKind | undefined {
  return messages.find(({ says }) => says.test(text))?.kind;
}
