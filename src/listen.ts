import type { App } from './app.ts';
import { compileSchemasInSteps } from './http/server/validator.ts';
import { loadTokensInSteps } from './lib/tokens.ts';

/**
 * Connections the kernel holds while the process is busy. With Node's own 511, thousands of clients that
 * connect within a second were reset; the kernel takes less where its own limit (somaxconn) is lower.
 */
const backlog = 4096;

/** The address it listens on. */
export const listen = ({ server }: App, { host, port }: { host: string; port: number }): Promise<string> =>
  server.listen({ host, port, backlog });

/** What the first message would have to wait for, done beforehand without holding up anybody. */
export const warmUp = async (): Promise<void> => {
  await loadTokensInSteps();
  await compileSchemasInSteps();
};
