import { hasOperatorPassword } from './accounts/index.ts';
import { type App, createApp, stopWithinMs } from './app.ts';
import type { Config } from './config/index.ts';
import { armFault } from './lib/fault-point.ts';
import { listen, warmUp } from './listen.ts';
import { createLogger, type Logger } from './logger.ts';
import { mayBindTo } from './workspaces/index.ts';

const banner = (address: string, { firstStart }: App, config: Config): string => {
  if (config.role === 'worker')
    return `\n  Frontdesk is running as a worker\n\n  Health     ${address}/healthz\n`;
  const key = firstStart.madeApiKey ?? (config.apiKey ? '$FRONTDESK_API_KEY' : '<API_KEY>');
  // Double quotes: the key may be a variable of the shell.
  const authorization = `-H "Authorization: Bearer ${key}"`;
  const lines = [
    '',
    '  Frontdesk is running',
    '',
    `  API        ${address}`,
    `  Reference  ${address}/docs`,
    `  Console    ${address}/console`,
  ];
  if (firstStart.madeApiKey)
    lines.push('', `  API key of the agent "Default" (shown only once): ${firstStart.madeApiKey}`);
  if (firstStart.madeOperatorToken)
    lines.push(`  Operator token (shown only once):                 ${firstStart.madeOperatorToken}`);
  lines.push(
    '',
    '  Try it:',
    '',
    `  conversation=$(curl -s ${address}/v1/conversation ${authorization} \\`,
    `    -H 'Content-Type: application/json' -d '{"user_id":"ada"}' | sed 's/.*:"\\(.*\\)".*/\\1/')`,
    `  curl -N ${address}/v2/conversation/message ${authorization} \\`,
    "    -H 'Content-Type: application/json' \\",
    '    -d \'{"conversation_id":"\'$conversation\'","response_mode":"streaming","messages":[{"role":"user","content":"Hello!"}]}\'',
    '',
  );
  return lines.join('\n');
};

/** SIGTERM and SIGINT stop the service gracefully; a second signal or a time-out exits immediately. */
const stopOnSignal = (app: App, { log, withinMs }: { log: Logger; withinMs: number }): void => {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({}, 'exiting before all work had finished');
      process.exit(1);
    }, withinMs).unref();
    app
      .close()
      .then(() => process.exit(0))
      .catch((err) => {
        log.error({ err }, 'stopping failed');
        process.exit(1);
      });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
};

/** Starts the service, listens, and prints the addresses. */
export const runService = async (config: Config): Promise<void> => {
  const log = createLogger(config.logLevel);
  if (config.fault) log.warn({ fault: config.fault }, 'FAULT is set: this process will fail for a test');
  armFault(config.fault);
  const app = await createApp({ config, log });
  const refusal = mayBindTo(config.host, {
    adminTokenSet: config.adminToken !== undefined,
    passwordSet: await hasOperatorPassword(app.db.query),
  });
  if (refusal) {
    await app.close();
    throw new Error(refusal);
  }
  stopOnSignal(app, { log, withinMs: stopWithinMs(config) });
  const address = await listen(app, config);
  process.stdout.write(`${banner(address, app, config)}\n`);
  await warmUp();
};
