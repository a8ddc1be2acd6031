import type { CommandWorld } from './command-worlds.ts';
import type { Fields, Misbehaviour, Received, Reply } from './json-service.ts';

/** Creates a misbehaviour of one world's service. */
type CreateMisbehaviour = (world: CommandWorld) => Misbehaviour;

export type MisbehaviourName =
  | 'drops fields of its answers'
  | 'answers with empty records'
  | 'stores less than it was sent'
  | 'confirms writes and does nothing'
  | 'cannot be read after a write'
  | 'redirects to another origin'
  | 'redirects in circles'
  | 'answers with other records'
  | 'confirms writes with other ids'
  | 'has pages without end'
  | 'sends numbers as text'
  | 'sends text as objects'
  | 'answers with a web page';

/** What a service of another make may do wrong, by what it does. */
export const MISBEHAVIOURS: Readonly<Record<MisbehaviourName, CreateMisbehaviour>> = {
  'drops fields of its answers': () => changeAnswers((value) => mapRecords(value, dropEverySecond)),
  'answers with empty records': () => changeAnswers((value) => mapRecords(value, () => ({}))),
  'stores less than it was sent': () => async (received, answer) => {
    return await answer({ ...received, body: withoutContent(received.body) });
  },
  'confirms writes and does nothing': (world) => async (received, answer) => {
    const restore = world.save();
    const reply = await answer(received);
    if (isWrite(received)) restore();
    return reply;
  },
  'cannot be read after a write': () => {
    let isWritten = false;
    return async (received, answer) => {
      if (isWritten && !isWrite(received)) return FAILED;
      const reply = await answer(received);
      isWritten ||= isWrite(received) && reply.status < 300;
      return reply;
    };
  },
  'redirects to another origin':
    () =>
    ({ url }) =>
      redirect(`http://127.0.0.1:9${url}`),
  'redirects in circles':
    () =>
    ({ url }) =>
      redirect(url),
  'answers with other records': () =>
    changeAnswers((value) => (Array.isArray(value) ? value : mapRecords(value, withOtherIds))),
  'confirms writes with other ids': () => async (received, answer) => {
    const reply = await answer(received);
    if (!isWrite(received) || reply.status >= 300) return reply;
    return { ...reply, body: mapRecords(reply.body, withOtherIds) };
  },
  'has pages without end': () => {
    let pages = 0;
    return async (received, answer) => {
      const reply = await answer(received);
      if (!Array.isArray(reply.body)) return reply;
      pages += 1;
      return { ...reply, headers: { link: `<?cursor=${pages}>; rel="next"` } };
    };
  },
  'sends numbers as text': () =>
    changeAnswers((value) => mapValues(value, (one) => (typeof one === 'number' ? String(one) : one))),
  'sends text as objects': () =>
    changeAnswers((value) =>
      mapRecords(value, (record) => mapFields(record, (one) => (typeof one === 'string' ? { text: one } : one))),
    ),
  'answers with a web page': () => () => ({
    status: 200,
    body: '<!doctype html><title>Welcome</title>',
    headers: { 'content-type': 'text/html' },
  }),
};

/** Not to be sent again: how long the client waits between attempts is tested where its retries are. */
const FAILED: Reply = { status: 500, body: 'Internal Server Error', headers: { 'x-should-retry': 'false' } };

export function isWrite({ method, url }: Received): boolean {
  return method !== 'GET' && method !== 'HEAD' && !url.endsWith('/fetch');
}

function redirect(location: string): Reply {
  return { status: 307, body: null, headers: { location } };
}

function changeAnswers(change: (value: unknown) => unknown): Misbehaviour {
  return async (received, answer) => {
    const reply = await answer(received);
    return reply.status >= 300 ? reply : { ...reply, body: change(reply.body) };
  };
}

function mapRecords(value: unknown, change: (record: Fields) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => mapRecords(one, change));
  return isFields(value) ? change(value) : value;
}

function mapFields(record: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function mapValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => mapValues(one, change));
  return isFields(value) ? mapFields(value, (one) => mapValues(one, change)) : change(value);
}

function dropEverySecond(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter((_, index) => index % 2 === 0));
}

/** Keeps which records are meant, and loses what is in them. */
function withoutContent(body: Fields): Fields {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (key === 'parameters' || key === 'settings_values') return [key, {}];
      if (key === 'csvdata' && Array.isArray(value)) return [key, value.slice(1)];
      return [key, value];
    }),
  );
}

const OTHER_ID = '019443a5-0bad-7b3c-9a56-8f2e2c1d0a11';

function withOtherIds(record: Fields): Fields {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, /(^|_)id$/.test(key) && value !== null ? OTHER_ID : value]),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
