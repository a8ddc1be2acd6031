import type { Hosting } from '../../src/service/hosting/hosting.ts';

/**
 * However slow the machine is, a call of `paid.ts` that hangs ends only after it reported what it paid, or was sent where it
 * pays nothing, and any other call is answered.
 *
 * @param hanging - gets the body of each call that hangs
 */
export function endAfterReport(hosting: Hosting, hanging: string[] = []): Hosting {
  return {
    ...hosting,
    ask: async (question) => {
      const { body, signal, onSent, onUsage } = question;
      const [, paysBy = null] = /"(own|seen|none) hang /.exec(body) ?? [];
      const [sent, reported, end] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        new AbortController(),
      ];
      const isReady = paysBy === 'none' ? sent.promise : reported.promise;
      const stop = () => void isReady.then(() => end.abort(signal.reason));
      if (paysBy !== null) {
        hanging.push(body);
        signal.addEventListener('abort', stop);
      }
      return await hosting.ask({
        ...question,
        signal: end.signal,
        onSent: () => {
          onSent?.();
          sent.resolve();
        },
        onUsage: (uses) => {
          onUsage?.(uses);
          reported.resolve();
        },
      });
    },
  };
}
