import { Type } from 'typebox';
import type { Users } from '../../users/index.ts';
import { callerOf } from '../request/authenticate.ts';
import { readIds } from '../request/read-query.ts';
import { type Route, route } from '../route.ts';
import { done, IdList, RequiredText, Success } from '../schema.ts';

const PropertyValue = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] });
const Property = Type.Object(
  { property_name: Type.String(), value: PropertyValue },
  { title: 'UserProperty' },
);

const GivenProperty = Type.Object(
  {
    property_name: Type.String(),
    value: Type.Unsafe<string | number | boolean | null>({
      type: ['string', 'number', 'boolean', 'null'],
    }),
  },
  { title: 'GivenUserProperty' },
);

const RejectedProperty = Type.Object(
  { property_name: Type.String(), value: PropertyValue, fail_reason: Type.String() },
  { title: 'RejectedUserProperty' },
);

const UpdateUserProperties = Type.Object(
  {
    user_id: RequiredText({ maxLength: 32 }),
    property_values: Type.Array(GivenProperty, { minItems: 1, maxItems: 100 }),
  },
  { title: 'UpdateUserPropertiesRequest' },
);

const UpdatedProperties = Type.Object(
  { success_update: Type.Array(Property), fail_update: Type.Array(RejectedProperty) },
  { title: 'UserPropertyUpdate' },
);

const UserProperties = Type.Object(
  {
    user_id: Type.String(),
    anonymous_id: Type.Optional(Type.String({ description: 'Present if the request used this ID' })),
    property_values: Type.Array(Property),
  },
  { title: 'UserProperties' },
);

const LinkAnonymousUser = Type.Object(
  { anonymous_id: RequiredText(), user_id: RequiredText({ maxLength: 32 }) },
  { title: 'LinkAnonymousUserRequest' },
);

/** Attributes of end users, and links from anonymous to known users. */
export const createUserRoutes = ({ users }: { users: Users }): Route[] => [
  route({
    method: 'POST',
    url: '/v1/property/update',
    key: 'agent',
    schema: {
      operationId: 'updateUserProperties',
      tags: ['Users'],
      summary: 'Update user attributes',
      description:
        'Each attribute is checked separately: valid ones are stored, the others are returned with the reason.',
      body: UpdateUserProperties,
      response: { 200: UpdatedProperties },
    },
    handler: async (request) => {
      const { body } = request;
      const { agent } = callerOf(request);
      const given = body.property_values.map(({ property_name: name, value }) => ({
        name,
        value: value ?? '',
      }));
      const { success, fail } = await users.setProperties(agent.id, body.user_id, given);
      return {
        success_update: success.map(({ name, value }) => ({ property_name: name, value })),
        fail_update: fail.map(({ name, value, reason }) => ({
          property_name: String(name),
          value: value as string | number | boolean,
          fail_reason: reason,
        })),
      };
    },
  }),

  route({
    method: 'GET',
    url: '/v2/user-property/query',
    key: 'agent',
    schema: {
      operationId: 'getUserProperties',
      tags: ['Users'],
      summary: 'Get user attributes',
      description:
        'At most 100 users, given by `user_ids`, `anonymous_ids` or both. For a visitor who is linked to a user, the attributes of that user are returned.',
      querystring: Type.Object({
        user_ids: Type.Optional(IdList),
        anonymous_ids: Type.Optional(IdList),
      }),
      response: { 200: Type.Array(UserProperties) },
    },
    handler: async (request) => {
      const { user_ids, anonymous_ids } = request.query;
      const found = await users.properties(
        callerOf(request).agent.id,
        user_ids === undefined ? [] : readIds(user_ids, 'user_ids'),
        anonymous_ids === undefined ? [] : readIds(anonymous_ids, 'anonymous_ids'),
      );
      return found.map(({ userId, anonymousId, properties }) => ({
        user_id: userId,
        ...(anonymousId === undefined ? {} : { anonymous_id: anonymousId }),
        property_values: properties.map(({ name, value }) => ({ property_name: name, value })),
      }));
    },
  }),

  route({
    method: 'POST',
    url: '/v1/user/set-userid',
    key: 'agent',
    schema: {
      operationId: 'linkAnonymousUser',
      tags: ['Users'],
      summary: 'Link an anonymous user',
      description:
        'Links a visitor to a user permanently: moves conversations, attributes and memory to the user. Later activity of the visitor also belongs to the user. Repeating the call is safe; another `user_id` for the same visitor is rejected.',
      body: LinkAnonymousUser,
      response: { 200: Success },
    },
    handler: async (request) => {
      const { anonymous_id: anonymousId, user_id: userId } = request.body;
      await users.bindAnonymous(callerOf(request).agent.id, { anonymousId, userId });
      return done;
    },
  }),
];
