import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { CHANNEL_DESCRIPTOR, type MessageChannel, openChannel } from '../../contract/host-protocol/open-channel.ts';

/**
 * Opens the channel to the parent process, which is the service or `wf dev`. Without its parent, nobody can call this
 * process, so it exits with the channel, whatever the author's code left running.
 *
 * @param parse - parses a line of the channel
 */
export function openParentChannel<Sent extends { readonly type: string }, Received>(
  parse: (line: string) => Received,
): MessageChannel<Sent, Received> {
  const stream = new Socket({ fd: CHANNEL_DESCRIPTOR });
  stream.once('close', endAtOnce);
  return openChannel({
    stream,
    parse,
    onInvalid({ message }) {
      // Written synchronously: the event loop does not run any more.
      writeSync(process.stderr.fd, `The service sent an invalid message (${message}).\n`);
      endAtOnce();
    },
  });
}

/** Not `process.exit`, which runs the author's listeners. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}
