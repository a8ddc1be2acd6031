/** A violation of the protocol by the other side of the channel; the message describes it. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage';
}
