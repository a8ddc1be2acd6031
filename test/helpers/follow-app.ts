import type { AppChanges } from '../../src/contract/audit/app-changes.ts';
import { readServerSentEvents } from '../../src/foundation/server-sent-events.ts';
import type { RunningService } from './start-service.ts';

/** Follows the changes of an app. */
export interface FollowedApp extends AsyncDisposable {
  /** Reads events until one names a record, as in `variant ID`, or one of a kind; returns what all of them named. */
  readUntil(record: string): Promise<string[]>;
  /** Reads the rest of the stream, until the service ends it. */
  readRest(): Promise<string[]>;
}

/** Follows the changes of an app from after the first event, which says that all may have changed. */
export async function followApp(
  { send }: Pick<RunningService, 'send'>,
  appId: string,
  key?: string,
): Promise<FollowedApp> {
  const headers = { accept: 'text/event-stream' };
  const response = await send('GET', `/apps/${appId}/changes`, { headers, ...(key === undefined ? {} : { key }) });
  if (response.body === null || !response.ok) throw new Error(`The stream has the status ${response.status}`);
  const events = readServerSentEvents(response.body);
  const read = async (): Promise<string[] | null> => {
    const { value, done } = await events.next();
    if (done === true) return null;
    const { all, records } = JSON.parse(value.data) as AppChanges;
    return all ? ['all'] : records.map(({ kind, id }) => `${kind} ${id}`);
  };
  if ((await read())?.join() !== 'all') throw new Error('The first event says that all may have changed');
  const readWhile = async (isEnough: (told: string[]) => boolean): Promise<string[]> => {
    const told: string[] = [];
    while (!isEnough(told)) {
      const more = await read();
      if (more === null) return told;
      told.push(...more);
    }
    return told;
  };
  return {
    readUntil: async (record) => await readWhile((told) => told.some((one) => `${one} `.startsWith(`${record} `))),
    readRest: async () => await readWhile(() => false),
    [Symbol.asyncDispose]: async () => void (await events.return(undefined)),
  };
}
