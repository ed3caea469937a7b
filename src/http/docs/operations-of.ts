import type { OpenApiDocument, Operation } from '../openapi/index.ts';

export interface DocumentedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export const operationsOf = (document: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
