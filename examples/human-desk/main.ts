import { resolve } from 'node:path';
import { createDesk } from './desk.ts';

const { env } = process;
const apiKey = env.FRONTDESK_API_KEY;
if (!apiKey) {
  console.error('Set FRONTDESK_API_KEY to a key of the agent whose users you want to talk to.');
  process.exit(1);
}

const folder = resolve(env.DESK_DATA ?? 'data/human-desk');
const desk = createDesk({
  folder,
  serviceUrl: env.FRONTDESK_URL ?? 'http://127.0.0.1:8787',
  apiKey,
  token: env.DESK_TOKEN,
  signingSecret: env.DESK_SIGNING_SECRET,
});
const address = await desk.listen({
  host: env.DESK_HOST ?? '127.0.0.1',
  port: Number(env.DESK_PORT ?? 8790),
});

console.log(`The desk is open: ${address}`);
console.log(`Sessions are stored in ${folder}`);
console.log(`Set the agent's humanService.baseUrl to ${address}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void desk.close().then(() => process.exit(0)));
