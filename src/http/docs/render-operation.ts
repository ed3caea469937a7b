import type { OpenApiDocument, Operation } from '../openapi/index.ts';
import { type Html, html, prose } from '../response/html.ts';
import { exampleValue, type Schemas } from './example-value.ts';
import { renderParameter, renderSchema } from './render-schema.ts';

export interface DocumentedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export const operationsOf = (document: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const codeBlock = (label: string, code: string): Html =>
  html`<figure><figcaption>${label} <button type="button" class="copy" hidden>Copy</button></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;

const jsonExample = (value: unknown): string => JSON.stringify(value, null, 2);

const curl = (
  { method, path, operation }: DocumentedOperation,
  baseUrl: string,
  schemas: Schemas,
): string => {
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleValue(schema, schemas)))}`);
  const address = `${baseUrl}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`];
  lines.push("-H 'Authorization: Bearer <KEY>'");
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body) {
    const example = JSON.stringify(exampleValue(body, schemas, { whole: false })).replaceAll("'", "'\\''");
    lines.push("-H 'Content-Type: application/json'", `-d '${example}'`);
  }
  return lines.join(' \\\n  ');
};

const renderResponse = (
  [status, response]: [string, Operation['responses'][string]],
  schemas: Schemas,
): Html => {
  const media = Object.entries(response.content ?? {});
  const isFailure = status === 'default';
  return html`<details class="response"${status.startsWith('2') && html` open`}><summary><code>${
    isFailure ? 'error' : status
  }</code> ${response.description ?? ''}</summary>${media.map(
    ([type, { schema }]) =>
      html`${type !== 'application/json' && html`<p><code>${type}</code></p>`}${renderSchema(schema)}${
        !isFailure &&
        type === 'application/json' &&
        codeBlock('Example', jsonExample(exampleValue(schema, schemas)))
      }`,
  )}</details>`;
};

export const renderOperation = (
  documented: DocumentedOperation,
  { baseUrl, schemas }: { baseUrl: string; schemas: Schemas },
): Html => {
  const { method, path, operation } = documented;
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters = operation.parameters ?? [];
  return html`<section class="operation" id="${operation.operationId}">
<h3><a href="#${operation.operationId}">${operation.summary ?? path}</a></h3>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
${
  parameters.length > 0 &&
  html`<h4>Parameters</h4><ul class="fields">${parameters.map(
    ({ name, schema, required, description, in: place }) =>
      renderParameter(
        name,
        {
          ...schema,
          description: [place === 'query' ? '' : `In the ${place}.`, description ?? ''].join(' ').trim(),
        },
        required,
        0,
      ),
  )}</ul>`
}
${body && html`<h4>Request body</h4>${renderSchema(body)}`}
${codeBlock('Request', curl(documented, baseUrl, schemas))}
<h4>Responses</h4>
${Object.entries(operation.responses).map((entry) => renderResponse(entry, schemas))}
</section>`;
};
