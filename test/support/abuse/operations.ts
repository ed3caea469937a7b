import type { JsonSchema } from '../../../src/http/openapi/index.ts';

export interface Parameter {
  in: 'query' | 'path' | 'header';
  name: string;
  required?: boolean;
  schema: JsonSchema;
}

/** One method of one path, as described by the service. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: JsonSchema | undefined;
  /** The body is a raw file. */
  takesBytes: boolean;
  schemas: Record<string, JsonSchema>;
}

export interface OpenApiDocument {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[];
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
      }
    >
  >;
  components?: { schemas?: Record<string, JsonSchema> };
}

/** Every operation of an OpenAPI document, so that none is forgotten. */
export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      takesBytes: requestBody?.content['application/octet-stream'] !== undefined,
      schemas: document.components?.schemas ?? {},
    })),
  );

/** The OpenAPI documents of the running service. */
export const readOperations = async (address: string, path: string): Promise<Operation[]> =>
  operationsOf((await (await fetch(`${address}${path}`)).json()) as OpenApiDocument);
