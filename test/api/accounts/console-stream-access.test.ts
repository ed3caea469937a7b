import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { addPerson, operatorOf } from '../../support/console/operator.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testOperatorToken, testService } from '../../support/service/service.ts';

testService(
  'a live stream ends soon after its operator is removed or its token is revoked, in any process',
  createScriptedModel,
  async (service) => {
    const { call, workspace } = await operatorOf(service);
    const { server, db } = service.app;
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const open = async (headers: Record<string, string>) => {
      const address = `http://127.0.0.1:${port}/console/api${workspace}/events`;
      const response = await fetch(address, { headers, signal: AbortSignal.timeout(30_000) });
      assert.equal(response.status, 200);
      const reader = response.body!.getReader();
      await reader.read();
      return {
        /** Resolves when the service ends the stream. Without a change it would end only after a minute. */
        ended: async () => {
          while (!(await reader.read()).done);
        },
        leave: () => reader.cancel(),
      };
    };
    const password = 'a long enough password';
    await addPerson(service, { workspace, email: 'anna@example.com', role: 'viewer', password });
    const signedIn = await service.call(
      'POST',
      '/console/api/session',
      { email: 'anna@example.com', password },
      {
        key: null,
      },
    );
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
    const { token, id } = (await call('POST', `${workspace}/tokens`, { name: 'CI', role: 'viewer' })).body;

    const [ofAnna, ofToken, ofOthers] = [
      await open({ cookie }),
      await open({ authorization: `Bearer ${token}` }),
      await open({ authorization: `Bearer ${testOperatorToken}` }),
    ];
    await call('DELETE', `${workspace}/operators/${signedIn.body.session.id}`);
    await ofAnna.ended();
    // As if another process had revoked it: only the database changes.
    await db.query.updateTable('operator_tokens').set({ revoked_at: 1 }).where('id', '=', id).execute();
    await ofToken.ended();
    await ofOthers.leave();
  },
);
