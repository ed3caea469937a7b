import { Type } from 'typebox';
import type { Users } from '../../users/index.ts';
import { callerOf } from '../authenticate.ts';
import { RequiredText } from '../schema.ts';
import type { ApiScope } from '../scope.ts';

const Property = Type.Object({ property_name: Type.String(), value: Type.String() });

const asList = (text: string | string[] | undefined): string[] =>
  [text ?? []]
    .flat()
    .flatMap((item) => item.split(','))
    .filter((item) => item !== '');

/** What the developer knows about end users, and who an anonymous one turned out to be. */
export const addUsers = (scope: ApiScope, { users }: { users: Users }): void => {
  scope.post(
    '/v1/property/update',
    {
      schema: {
        tags: ['Users'],
        summary: "Set a user's attributes",
        description: 'Each attribute on its own: good ones are stored, bad ones come back with the reason.',
        body: Type.Object({
          user_id: RequiredText({ maxLength: 32 }),
          property_values: Type.Array(
            Type.Object({ property_name: Type.String(), value: Type.Union([Type.String(), Type.Null()]) }),
            { minItems: 1, maxItems: 100 },
          ),
        }),
        response: {
          200: Type.Object({
            success_update: Type.Array(Property),
            fail_update: Type.Array(
              Type.Object({ property_name: Type.String(), value: Type.String(), fail_reason: Type.String() }),
            ),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const { agent } = callerOf(request);
      const given = body.property_values.map(({ property_name, value }) => ({
        property_name,
        value: value ?? '',
      }));
      const { success, fail } = await users.setProperties(agent.id, body.user_id, given);
      return {
        success_update: success,
        fail_update: fail.map(({ property_name, value, fail_reason }) => ({
          property_name: String(property_name),
          value: String(value),
          fail_reason,
        })),
      };
    },
  );

  scope.get(
    '/v2/user-property/query',
    {
      schema: {
        tags: ['Users'],
        summary: "Read users' attributes",
        querystring: Type.Object({
          user_ids: Type.Union([Type.String(), Type.Array(Type.String())], {
            description: 'At most 100, repeated or joined by commas',
          }),
        }),
        response: {
          200: Type.Array(Type.Object({ user_id: Type.String(), property_values: Type.Array(Property) })),
        },
      },
    },
    async (request) => {
      const found = await users.properties(callerOf(request).agent.id, asList(request.query.user_ids));
      return found.map(({ userId, properties }) => ({
        user_id: userId,
        property_values: properties.map(({ name, value }) => ({ property_name: name, value })),
      }));
    },
  );

  scope.post(
    '/v1/user/set-userid',
    {
      schema: {
        tags: ['Users'],
        summary: 'Tell who an anonymous user is',
        description: 'Moves conversations, attributes and memory to the user. Safe to repeat.',
        body: Type.Object({ anonymous_id: RequiredText(), user_id: RequiredText({ maxLength: 32 }) }),
        response: { 200: Type.Object({ code: Type.Integer(), message: Type.String() }) },
      },
    },
    async (request) => {
      const { anonymous_id: anonymousId, user_id: userId } = request.body;
      await users.bindAnonymous(callerOf(request).agent.id, { anonymousId, userId });
      return { code: 0, message: 'OK' };
    },
  );
};
