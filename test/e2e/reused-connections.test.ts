import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findFreePort } from '../helpers/free-ports.ts';
import { describeMissing, findMissing } from '../helpers/needed-programs.ts';
import { startTcpServer } from '../helpers/start-http-server.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { tempProject } from '../helpers/temp-project.ts';

/** Longer than the five seconds after which a server of Node closes an idle connection by default. */
const IDLE_MS = 6000;
const AT_ONCE = 8;

/** Passes connections on, and counts them and those that the server ends. */
async function startCounter(port: number) {
  const counts = { opened: 0, endedByServer: 0 };
  const server = await startTcpServer((socket) => {
    counts.opened += 1;
    const onward = connect(port, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    onward.once('end', () => void (counts.endedByServer += 1));
    socket.pipe(onward).pipe(socket);
  });
  return Object.assign(server, { counts });
}

/** Starts the nginx of the system, which keeps idle connections to a server, and sends no request twice. */
async function startNginx(folder: string, serverPort: number) {
  const port = await findFreePort();
  await mkdir(join(folder, 'logs'), { recursive: true });
  const config = `
daemon off; pid nginx.pid; error_log stderr crit; worker_processes 1;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  upstream wf { server 127.0.0.1:${serverPort}; keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://wf; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host 127.0.0.1; proxy_next_upstream off; }
  }
}`;
  await writeFile(join(folder, 'nginx.conf'), config);
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
  return { url, [Symbol.asyncDispose]: async () => void child.kill('SIGTERM') };
}

test('a load balancer that reuses connections gets no 502, and the server ends none of them', async () => {
  expect(describeMissing(findMissing().filter(({ name }) => name === 'nginx'))).toBe('');
  await using folder = await tempProject();
  await using served = await startWfServe(folder.root);
  await using counter = await startCounter(Number(new URL(served.url).port));
  await using nginx = await startNginx(folder.root, counter.port);
  const post = async () => {
    const { status } = await fetch(`${nginx.url}/apps`, { method: 'POST', body: '{}' });
    return status;
  };
  const postAtOnce = async () => await Promise.all(Array.from({ length: AT_ONCE }, post));
  // Without a key, each is refused by the service itself.
  const refused = Array.from({ length: AT_ONCE }, () => 401);
  expect(await postAtOnce()).toEqual(refused);
  const { opened } = counter.counts;
  await sleep(IDLE_MS);
  expect(await postAtOnce()).toEqual(refused);
  expect(counter.counts).toEqual({ opened, endedByServer: 0 });
  const { headers } = await fetch(`${served.url}/health`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
}, 60_000);

test('an idle connection is ended after the seconds of --keep-alive', async () => {
  await using folder = await tempProject();
  await using served = await startWfServe(folder.root, ['--keep-alive', '1']);
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
  const ended = new Promise<void>((resolve) => void socket.once('end', resolve));
  socket.resume().write('GET /health HTTP/1.1\r\nhost: wf\r\n\r\n');
  await ended;
  socket.destroy();
});
