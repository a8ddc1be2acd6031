import type { EarlyCall } from '../../src/service/hosting/calls/call-channel.ts';
import type { RunningHost } from '../../src/service/hosting/processes/fork-host.ts';
import type { HostedAnswer } from '../../src/service/ports.ts';

const never = async () => await Promise.reject(new Error('This host takes no calls.'));

/** A call whose answer, if any, was there before its turn. */
export function answeredEarly(answer: HostedAnswer | null): EarlyCall {
  return { isOpen: answer !== null, take: () => answer, ask: never, hold: () => undefined, leave: () => undefined };
}

/** A host without a process. It ends when it is killed. */
export function fakeHost(): RunningHost {
  const ended = Promise.withResolvers<string>();
  return {
    socketPath: '',
    exited: ended.promise,
    ask: never,
    sendEarly: () => answeredEarly(null),
    kill: () => ended.resolve('was stopped'),
  };
}
