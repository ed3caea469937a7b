import type { App } from './app.ts';
import { compileSchemasInSteps } from './http/server/validator.ts';
import { loadTokensInSteps } from './lib/tokens.ts';

/**
 * Connections that the kernel queues while the process is busy. With Node's default of 511, thousands of clients that
 * connected within a second were reset. The kernel uses less if its own limit (somaxconn) is lower.
 */
const backlog = 4096;

/** The address it listens on. */
export const listen = ({ server }: App, { host, port }: { host: string; port: number }): Promise<string> =>
  server.listen({ host, port, backlog });

/** Prepares what the first message would otherwise wait for, in the background. */
export const warmUp = async (): Promise<void> => {
  await loadTokensInSteps();
  await compileSchemasInSteps();
};
