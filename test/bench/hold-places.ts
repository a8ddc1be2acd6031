import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const BODY_BYTES = 10 * 1024 * 1024;
const BODIES = 12;
const IDLE = 300;
const HOLD_MS = 5000;

/** Holds bodies without their last byte, and connections without a request, again and again. */
export async function holdPlaces(url: string, key: string, signal: AbortSignal): Promise<void> {
  const part = new Uint8Array(BODY_BYTES - 1).fill(32);
  const head = `POST /services/own/default/run HTTP/1.1\r\nhost: localhost\r\nauthorization: ApiKey ${key}\r\n`;
  while (!signal.aborted) {
    const open = () =>
      connect(Number(new URL(url).port), '127.0.0.1')
        .on('error', () => {})
        .resume();
    const bodies = Array.from({ length: BODIES }, open);
    for (const socket of bodies) socket.write(`${head}content-length: ${BODY_BYTES}\r\n\r\n`, () => socket.write(part));
    const idle = Array.from({ length: IDLE }, open);
    await delay(HOLD_MS, undefined, { signal }).catch(() => {});
    for (const socket of [...bodies, ...idle]) socket.destroy();
  }
}
