import type { OpenApiDocument, Operation, OperationExample } from '../../../src/http/openapi/index.ts';
import type { TestService } from '../service/service.ts';

export interface DocumentedOperation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  operation: Operation;
}

/** Operations by operationId. */
export const operationsById = ({ paths }: OpenApiDocument): Map<string, DocumentedOperation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { method: method.toUpperCase() as DocumentedOperation['method'], path, operation },
      ]),
    ),
  );

/** Sends the request of an example as a client would. */
export const sendExample = (
  { call }: TestService,
  { method, path, operation }: DocumentedOperation,
  { parameters = {}, body }: Pick<OperationExample, 'parameters' | 'body'>,
  key?: string,
) => {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const place = operation.parameters?.find((parameter) => parameter.name === name)?.in;
    if (place === 'header') headers[name] = String(value);
    else if (place === 'query') query.set(name, String(value));
    else throw new Error(`${operation.operationId} has no parameter ${name}`);
  }
  const url = query.size === 0 ? path : `${path}?${query}`;
  return call(method, url, body, { headers, ...(key === undefined ? {} : { key }) });
};
