import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { ChannelConnection } from './connection.ts';
import type { Connections } from './connections.ts';
import { type Account, type Connector, ConnectorError } from './connector.ts';
import type { PlatformApi } from './platform-api.ts';
import { findConnector } from './registry.ts';

export interface GivenCredentials {
  settings: Record<string, string>;
  secrets: Record<string, string>;
}

/** Divides the fields that an operator filled in, and checks them. `before`: secrets that are kept if they are omitted. */
export const readFields = (
  { fields, title }: Connector,
  given: Readonly<Record<string, string>>,
  before?: GivenCredentials,
): GivenCredentials => {
  for (const name of Object.keys(given))
    if (!fields.some((field) => field.name === name))
      throw new AppError('invalidParameter', `fields.${name.slice(0, 64)} is not a field of ${title}`);
  const settings: Record<string, string> = {};
  const secrets: Record<string, string> = { ...before?.secrets };
  for (const { name, isSecret, maxLength, pattern, rule, isOptional } of fields) {
    const known = isSecret ? before?.secrets[name] : before?.settings[name];
    const value = (given[name] ?? known ?? '').trim();
    if (value === '' && !isOptional) throw new AppError('invalidParameter', `fields.${name} is required`);
    if (value.length > maxLength)
      throw new AppError('invalidParameter', `fields.${name} must have at most ${maxLength} characters`);
    if (value !== '' && pattern && pattern.exec(value)?.[0] !== value)
      throw new AppError('invalidParameter', `fields.${name} must be ${rule}`);
    (isSecret ? secrets : settings)[name] = value;
  }
  return { settings, secrets };
};

/** Calls of platforms on behalf of an operator. Their errors are shown. */
export const createSetUp = ({
  clock,
  connections,
  apiOf,
}: {
  clock: Clock;
  connections: Connections;
  apiOf: (connector: Connector) => PlatformApi;
}) => {
  const connectorOf = ({ platform }: ChannelConnection): Connector => {
    const connector = findConnector(platform);
    if (!connector) throw new AppError('conflict', `This version of the service does not know ${platform}`);
    return connector;
  };

  const shown = (error: unknown): string => {
    if (error instanceof ConnectorError) return error.message;
    throw error;
  };

  return {
    connectorOf,

    identify: async (connector: Connector, given: GivenCredentials): Promise<Account> => {
      try {
        return await connector.identify(given, apiOf(connector));
      } catch (error) {
        throw new AppError('invalidParameter', shown(error));
      }
    },

    /** Tells the platform where to send messages. A failure is stored, and the operator can try again. */
    register: async (connection: ChannelConnection): Promise<string | null> => {
      const connector = connectorOf(connection);
      try {
        await connector.register?.(connections.accessOf(connection), apiOf(connector));
        await connections.noteError(connection.id, null);
        return null;
      } catch (error) {
        const problem = shown(error);
        await connections.noteError(connection.id, problem);
        return problem;
      }
    },

    /** When the connection is deleted. It does not matter if the platform is not reached: its requests get 404 then. */
    unregister: async (connection: ChannelConnection): Promise<void> => {
      const connector = findConnector(connection.platform);
      await connector?.unregister?.(connections.accessOf(connection), apiOf(connector)).catch(() => {});
    },

    /** Tries the credentials and asks the platform for problems. Repeats the registration if it is wrong. */
    test: async (connection: ChannelConnection): Promise<{ account: Account | null; problems: string[] }> => {
      const connector = connectorOf(connection);
      const access = connections.accessOf(connection);
      const api = apiOf(connector);
      try {
        const account = await connector.identify(access, api);
        if (account.key !== connection.account.key)
          return { account, problems: [`The credentials belong to ${account.name}`] };
        await connector.register?.(access, api);
        const others = connector.findProblems ? await connections.listOthers(connection) : [];
        const context = { others: others.map(connections.accessOf), nowMs: clock.nowMs() };
        const problems = (await connector.findProblems?.(access, api, context)) ?? [];
        await connections.noteError(connection.id, problems[0] ?? null);
        await connections.pullNow(connection);
        return { account, problems };
      } catch (error) {
        const problem = shown(error);
        await connections.noteError(connection.id, problem);
        return { account: null, problems: [problem] };
      }
    },
  };
};
