import { createSecretBox } from '../../../src/service/secrets/create-secret-box.ts';
import { createService } from '../../../src/service/serve/create-service.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';

const principal = { id: 'local', name: 'me', role: 'operator' } as const;

/** A service in this process over a database file or URL; `wrap` may wrap its store. */
export async function startProgramService(file: string, wrap: (store: Store) => Store = (store) => store) {
  const store = await openStore(file.startsWith('postgres') ? { url: file } : { file });
  const service = createService({
    store: wrap(store),
    secrets: createSecretBox(async () => [new Uint8Array(32)]),
    createHosting: () => createEchoHosting(),
  });
  return {
    send: (method: string, path: string, body?: unknown) => {
      const init: RequestInit = { method, body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) };
      return service.fetch(new Request(`http://wf.test${path}`, body === undefined ? { method } : init), { principal });
    },
    close: () => store.close(),
  };
}
