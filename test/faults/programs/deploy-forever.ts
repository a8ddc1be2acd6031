import { deploy } from './deploy.ts';
import { startProgramService } from './program-service.ts';

/** Deploys one change after another and reports each acknowledged one. Arguments: database file, app id, hash. */
const [file = '', appId = '', sha256 = ''] = process.argv.slice(2);
const service = await startProgramService(file);
for (let index = 0; ; index += 1) {
  const version = `${process.pid}.${index}`;
  const answer = await deploy(service, appId, sha256, version);
  if (answer.status === 200) process.send?.(version);
}
