import type { ModelError, ModelFailure } from './port.ts';

const sentences: Record<ModelFailure, string> = {
  unreachable: 'The model server could not be reached',
  timeout: 'The model server did not answer in time',
  'rate-limited': 'The model server refused the request: too many requests',
  rejected: 'The model server refused the request',
  'server-error': 'The model server failed',
  garbage: 'The model server sent an answer that could not be read',
  missing: 'The model does not exist any more',
  cut: 'The model server ended its answer early',
};

/** Why a model call failed, for operators. Never for API callers or end users, because it may quote the server. */
export const describeModelFailure = ({ failure, publicMessage }: ModelError): string =>
  publicMessage === '' ? sentences[failure] : `${sentences[failure]} (${publicMessage})`;
