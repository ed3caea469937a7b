import type { ErrorName } from '../../lib/errors.ts';
import type { ErrorGuide } from '../openapi/index.ts';

/** Why a caller gets an error and what to do. `message` is the example in the API reference. */
export const errorGuide: Record<ErrorName, ErrorGuide> = {
  invalidParameter: {
    cause: 'A field or parameter is missing, has the wrong type or breaks a rule.',
    remedy: 'Correct the field that the message names, and send the request again.',
    message: 'user_id is required',
  },
  notFound: {
    cause: 'The path is unknown, or the ID of a message, document, knowledge base or record does not exist.',
    remedy: 'Check the path, and that the ID belongs to the agent of the API key.',
    message: 'message_id: this agent has no such message',
  },
  methodNotAllowed: {
    cause: 'The path exists, but not with this HTTP method.',
    remedy: 'Use the method of the reference.',
    message: 'Method not allowed',
  },
  conflict: {
    cause:
      'The request contradicts the current state, for example: a document is being processed, or a name is taken.',
    remedy: 'Read the current state, and repeat the request when it fits.',
    message: 'name "Returns" is already used by another knowledge base of this agent',
  },
  bodyTooLarge: {
    cause: 'The request body exceeds the limit of the operation.',
    remedy: 'Send large files as URLs, or in several requests. Operators can raise the limit.',
    message: 'The request body must have at most 1048576 bytes',
  },
  quotaExceeded: {
    cause: 'The workspace stores more files than its quota allows.',
    remedy: 'Delete files, or ask the operator to raise the quota.',
    message: 'The storage quota of the workspace is exceeded: its files may use at most 1 MB',
  },
  unsupportedMediaType: {
    cause: 'The request has a body that is not JSON.',
    remedy: 'Send JSON with the header `Content-Type: application/json`.',
    message: 'Content-Type must be application/json',
  },
  rateLimited: {
    cause: 'The API key sent more requests than its limit allows.',
    remedy: 'Wait for the number of seconds in the header `Retry-After`, then repeat the request.',
    message: 'Too many requests: this key may make 1 a minute',
  },
  unauthenticated: {
    cause: 'The API key is missing, wrong or revoked.',
    remedy: 'Send the header `Authorization: Bearer <KEY>` with a key from the page API keys of the console.',
    message: 'Developer authentication failed: send a valid key as "Authorization: Bearer <API_KEY>"',
  },
  forbidden: {
    cause: 'Only in the management API: the role of the operator does not allow the operation.',
    remedy: 'Ask an administrator of the workspace for the role that the operation needs.',
    message: 'Your role does not allow this',
  },
  conversationNotFound: {
    cause: 'No conversation of the workspace has this ID.',
    remedy: 'Create a conversation with `POST /v1/conversation` and use its ID.',
    message: 'Conversation does not exist',
  },
  conversationMismatch: {
    cause: 'The conversation belongs to another agent of the workspace.',
    remedy: 'Use an API key of the agent with which the conversation was created.',
    message: 'conversation_id does not match the agent or the user',
  },
  imageNotSupported: {
    cause: 'The agent passes images to its model, and the model does not accept images.',
    remedy: 'Send text only, or ask the operator to choose another model or recognition by the service.',
    message: 'The agent does not use a model that supports the image modality',
  },
  agentDeletedOnCreate: {
    cause: 'The agent was deleted. This code is used when a conversation is created.',
    remedy: 'Use an API key of another agent.',
    message: 'Agent deleted',
  },
  internal: {
    cause: 'An error of the service or of the model provider.',
    remedy:
      'Repeat the request with the same `Idempotency-Key`. If it fails again, report the `request_id`, which is in the logs.',
    message: 'Internal system error',
  },
  unavailable: {
    cause: 'The service is stopping or restarting, or a search of the knowledge took longer than 10 seconds.',
    remedy: 'Repeat the request after a few seconds.',
    message: 'The service is stopping. Try again in a few seconds',
  },
  diskFull: {
    cause: 'The server is low on disk space.',
    remedy: 'Try again later; operators free disk space.',
    message: 'The server is low on disk space and accepts no files. Try again later',
  },
  questionTooLong: {
    cause: 'The newest user message has more tokens than `question_limit` of the agent.',
    remedy: 'Shorten the text, or send it as a document. `GET /v1/bot/detail` returns the limit.',
    message: "The question is longer than the agent's limit of 4096 tokens",
  },
  insufficientCredits: {
    cause: 'The credits of the workspace do not cover the estimated cost of the call.',
    remedy: 'Ask the operator to add credits.',
    message: 'Insufficient credits',
  },
  apiForbidden: {
    cause: 'The API of the agent is disabled.',
    remedy: 'Ask the operator to enable the API of the agent in the console.',
    message: 'API use forbidden; the API switch must be on',
  },
  agentDeleted: {
    cause: 'The agent of the API key was deleted.',
    remedy: 'Use an API key of another agent.',
    message: 'Agent deleted',
  },
  invalidTableName: {
    cause: 'The name of the table is missing or breaks its rule.',
    remedy: 'Use 1 to 32 lower-case letters, digits and underscores, starting with a letter.',
    message:
      'name must have 1 to 32 characters: lower-case letters, digits and underscores, the first a letter',
  },
  invalidTableDescription: {
    cause: 'The description of the table is missing or too long.',
    remedy: 'Describe the table with 1 to 128 characters.',
    message: 'description is required: it tells the model what the table contains',
  },
  invalidFieldCount: {
    cause: 'The table has no fields, or `fields` is not a list.',
    remedy: 'Define 1 to 64 fields.',
    message: 'fields must be a list of at least 1 field',
  },
  invalidFieldName: {
    cause: 'The name of a field is missing, breaks its rule or is used twice.',
    remedy: 'Use 1 to 32 lower-case letters, digits and underscores, and each name once.',
    message: 'fields[0].name must have 1 to 32 characters: lower-case letters, digits and underscores',
  },
  invalidFieldDescription: {
    cause: 'The description of a field is not a text or is too long.',
    remedy: 'Describe the field with at most 128 characters.',
    message: 'fields[0].description must have at most 128 characters',
  },
  invalidFieldType: {
    cause: 'The type of a field is missing or unknown.',
    remedy: 'Use TEXT, INT, FLOAT, DATETIME or BOOLEAN.',
    message: 'fields[0].type must be one of TEXT, INT, FLOAT, DATETIME, BOOLEAN',
  },
  tableNotFound: {
    cause: 'No table of the workspace has this ID.',
    remedy: 'List the tables with `POST /v1/database/tables/page`.',
    message: 'Table not found',
  },
  tableNameTaken: {
    cause: 'The agent already has a table with this name.',
    remedy: 'Choose another name, or use the existing table.',
    message: 'The agent already has a table named orders',
  },
  tooManyFields: {
    cause: 'The table has more than 64 fields.',
    remedy: 'Divide the data into several tables.',
    message: 'fields must have at most 64 fields',
  },
  tableForbidden: {
    cause: 'The table belongs to another agent of the workspace.',
    remedy: 'Use an API key of the agent that owns the table.',
    message: 'No permission to access the table',
  },
};
