import { Type } from 'typebox';
import { type Route, route } from '../../route.ts';
import { personOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Language } from '../sign-in/session-view.ts';
import { Done } from '../wire/wire-schemas.ts';

/** The language in which a person reads the console. */
export const createLanguageRoutes = ({ operators, write }: RouteDependencies): Route[] => [
  route({
    method: 'PUT',
    url: '/account/language',
    permission: 'signed-in',
    audit: 'operator.update',
    schema: {
      tags: ['Account'],
      summary: 'Change my language',
      description: 'The console uses it in every browser in which you sign in.',
      operationId: 'changeMyLanguage',
      body: Type.Object({ language: Language }),
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      const operator = personOf(request);
      const { language } = request.body;
      await write(async (tx) => {
        await operators.setLanguage(tx, operator.id, language);
        await record(tx, { targetId: operator.id, changes: { language: [operator.language, language] } });
      });
      return reply.status(204).send(null);
    },
  }),
];
