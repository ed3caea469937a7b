import { type TestService, testOperatorToken } from '../service/service.ts';

/** Calls of the management API with the operator token. Paths are relative to the default agent. */
export const operatorOf = async (service: TestService) => {
  const options = { key: testOperatorToken };
  const root = '/console/api';
  const workspace = `/workspaces/${(await service.call('GET', `${root}/workspaces`, undefined, options)).body.items[0].id}`;
  const listed = await service.call('GET', `${root}${workspace}/agents`, undefined, options);
  const agentId: string = listed.body.items[0].id;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    service.call(method, `${root}${path}`, body, options);
  return {
    agentId,
    workspace,
    agent: `${workspace}/agents/${agentId}`,
    call,
    get: (path: string) => call('GET', `${workspace}/agents/${agentId}${path}`),
    remove: (path: string) => call('DELETE', `${workspace}/agents/${agentId}${path}`),
    put: (path: string, body: unknown) => call('PUT', `${workspace}/agents/${agentId}${path}`, body),
  };
};

/** Accepts an invitation to the workspace (`/workspaces/…`) with a password. */
export const addPerson = async (
  service: TestService,
  {
    workspace,
    ...person
  }: { workspace: string; email: string; role: string; password: string; name?: string },
): Promise<void> => {
  const options = { key: testOperatorToken };
  const { email, role, password, name = email } = person;
  const invited = await service.call(
    'POST',
    `/console/api${workspace}/invitations`,
    { email, role },
    options,
  );
  const token = new URL(invited.body.link).hash.slice(1);
  const registration = { token, name, password };
  const { status, body } = await service.call('POST', '/console/api/invitations/register', registration, {
    key: null,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
};
