import { type IncomingMessage, ServerResponse } from 'node:http';

/**
 * Breaks off an answer whose stream fails. The adapter of Hono would end it with the failure's text, and a part would look
 * like the whole. It writes a stream by `write` and ends it by `end()`; only what is no stream goes to `end` itself.
 */
export class StreamedResponse<Asked extends IncomingMessage> extends ServerResponse<Asked> {
  #isStream = false;

  override flushHeaders(): void {
    this.#isStream = true;
    super.flushHeaders();
  }

  override write(...given: unknown[]): boolean {
    this.#isStream = true;
    return super.write.apply(this, given as Parameters<ServerResponse['write']>);
  }

  override end(...given: unknown[]): this {
    if (this.#isStream && typeof given[0] === 'string') return this.destroy();
    return super.end.apply(this, given as Parameters<ServerResponse['end']>);
  }
}
