/** The other side of the channel broke the protocol; the message says how. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage';
}
