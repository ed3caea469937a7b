import type { AddressInfo } from 'node:net';
import type { App } from './app.ts';
import { canSharePort, reservePort } from './http/connections/index.ts';
import { compileSchemasInSteps } from './http/server/compile-in-steps.ts';
import { loadTokensInSteps } from './lib/tokens.ts';

/**
 * Connections that the kernel queues while the process is busy. With Node's default of 511, thousands of clients that
 * connected within a second were reset. The kernel uses less if its own limit (somaxconn) is lower.
 */
const backlog = 4096;

/** The address it listens on. */
export const listen = async (
  { server }: Pick<App, 'server'>,
  { host, port }: { host: string; port: number },
): Promise<string> => {
  if (!canSharePort) return server.listen({ host, port, backlog });
  // With port 0 the kernel chooses a port that nobody uses.
  const releasePort = port === 0 ? undefined : await reservePort({ host, port });
  try {
    const options = { host, port, backlog, reusePort: true };
    const address = await server.listen(options);
    const addresses = (server.addresses() as AddressInfo[]).map((one) => ({
      host: one.address,
      port: one.port,
    }));
    await server.acceptors.open(addresses, backlog);
    server.server.once('close', () => releasePort?.());
    return address;
  } catch (error) {
    releasePort?.();
    throw error;
  }
};

/** Prepares what the first message would otherwise wait for, in the background. */
export const warmUp = async (): Promise<void> => {
  await loadTokensInSteps();
  await compileSchemasInSteps();
};
