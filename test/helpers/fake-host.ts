import type { RunningHost } from '../../src/service/hosting/processes/start-host-process.ts';

/** A host without a process, which answers no calls and ends when killed. */
export function fakeHost(): RunningHost {
  const ended = Promise.withResolvers<string>();
  return {
    socketPath: '',
    takesClients: false,
    exited: ended.promise,
    ask: async () => await Promise.reject(new Error('This host takes no calls.')),
    kill: () => ended.resolve('was stopped'),
  };
}
