import assert from 'node:assert/strict';
import type { DatabaseKind } from '../../../src/db/index.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import { type TestService, testOperatorToken, withService } from '../service/service.ts';

export type ServiceOptions = Parameters<typeof withService>[1];

export interface ConnectionStage {
  service: TestService;
  /** Path of the agent's connections in the management API. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: the connection as the management API shows it
  connection: any;
  manage(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): ReturnType<TestService['call']>;
}

interface NewConnection {
  platform: string;
  fields: Record<string, string>;
  /** Addresses of the loopback platform. */
  urls: string;
}

/** A service with a connection to a loopback platform, whose agent repeats what users write. */
export const withConnection = (
  kind: DatabaseKind,
  { platform, fields, urls }: NewConnection,
  options: ServiceOptions,
  work: (stage: ConnectionStage) => Promise<void>,
): Promise<void> => {
  const environment = {
    FRONTDESK_PLATFORM_URLS: urls,
    FRONTDESK_PUBLIC_URL: 'https://desk.example',
    ...options.environment,
  };
  return withService(
    kind,
    { models: createScriptedModel().models, ...options, environment },
    async (service) => {
      const agent = await service.app.db.query
        .selectFrom('agents')
        .select(['id', 'workspace_id'])
        .executeTakeFirstOrThrow();
      const path = `/console/api/workspaces/${agent.workspace_id}/agents/${agent.id}/channel-connections`;
      const manage: ConnectionStage['manage'] = (method, url, body) =>
        service.call(method, url, body, { key: testOperatorToken });
      const created = await manage('POST', path, { platform, name: 'Shop', fields });
      assert.equal(created.status, 201, created.text);
      await work({ service, path, connection: created.body, manage });
    },
  );
};
