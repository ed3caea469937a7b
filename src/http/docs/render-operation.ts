import type { OpenApiDocument, OperationExample, OperationReference } from '../openapi/index.ts';
import { type Html, html, prose } from '../response/html.ts';
import { type CodeSample, codeSamples } from './code-samples.ts';
import { exampleValue, type Schemas } from './example-value.ts';
import type { DocumentedOperation } from './operations-of.ts';
import { renderParameter, renderSchema } from './render-schema.ts';
import { renderTryIt } from './render-try-it.ts';

export interface OperationOptions {
  baseUrl: string;
  document: OpenApiDocument;
  /** Examples by operationId. Without them, examples are made of the schemas. */
  examples: Record<string, OperationReference>;
  /** The page can send requests with the key of the reader. */
  canTry: boolean;
}

export const codeBlock = (label: string, code: string): Html =>
  html`<figure><figcaption>${label} <button type="button" class="copy" hidden>Copy</button></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;

const jsonExample = (value: unknown): string => JSON.stringify(value, null, 2);

const eventLines = (events: readonly unknown[]): string =>
  events.map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n`).join('\n');

const renderSamples = (samples: CodeSample[]): Html =>
  html`<div class="samples">${samples.map(
    ({ language, code }) => html`<div data-language="${language}">${codeBlock(language, code)}</div>`,
  )}</div>`;

const renderExample = (
  documented: DocumentedOperation,
  example: Omit<OperationExample, 'summary'>,
  baseUrl: string,
): Html =>
  html`${renderSamples(codeSamples(documented, example, baseUrl))}${
    example.events
      ? codeBlock('Response', eventLines(example.events))
      : example.response !== undefined && codeBlock('Response', jsonExample(example.response))
  }`;

/** Required parameters and fields, if nobody wrote an example. */
const madeExample = (
  { operation }: DocumentedOperation,
  schemas: Schemas,
): Omit<OperationExample, 'summary'> => {
  const body = operation.requestBody?.content['application/json']?.schema;
  const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required);
  const response = operation.responses[200]?.content?.['application/json']?.schema;
  return {
    parameters: Object.fromEntries(required.map(({ name, schema }) => [name, exampleValue(schema, schemas)])),
    ...(body ? { body: exampleValue(body, schemas, { whole: false }) } : {}),
    ...(response ? { response: exampleValue(response, schemas) } : {}),
  };
};

const renderExamples = (
  documented: DocumentedOperation,
  { baseUrl, document, examples }: OperationOptions,
): Html => {
  const own = Object.values(examples[documented.operation.operationId]?.examples ?? {});
  if (own.length === 0)
    return renderExample(documented, madeExample(documented, document.components.schemas), baseUrl);
  return html`${own.map(
    (example, index) =>
      html`<details class="example"${index === 0 && html` open`}><summary class="heading">${example.summary}</summary>${renderExample(documented, example, baseUrl)}</details>`,
  )}`;
};

const renderErrors = ({ operation }: DocumentedOperation, { document }: OperationOptions): Html => {
  const names = Object.values(operation.responses).flatMap(({ $ref }) => {
    const response = document.components.responses?.[$ref?.split('/').at(-1) ?? ''];
    return Object.keys(response?.content?.['application/json']?.examples ?? {});
  });
  const codes = document['x-error-codes'].filter(({ name }) => names.includes(name));
  if (codes.length === 0) return html``;
  return html`<h4>Errors</h4><ul class="codes">${codes.map(
    ({ name, code, status, text }) =>
      html`<li><a href="#error-${name}"><code>${code}</code></a> <span class="rules">${status}</span> ${text}</li>`,
  )}</ul>`;
};

const renderResponses = ({ operation }: DocumentedOperation): Html[] =>
  Object.entries(operation.responses)
    .filter(([, { $ref }]) => $ref === undefined)
    .map(([status, { description = '', content = {} }]) => {
      const media = Object.entries(content);
      return html`<details class="response"><summary><code>${
        status === 'default' ? 'error' : status
      }</code> ${description}</summary>${media.map(
        ([type, { schema, 'x-event-stream': stream }]) =>
          html`${type !== 'application/json' && html`<p><code>${type}</code></p>`}${
            stream && html`<p class="about">${prose(stream.framing)}</p>`
          }${renderSchema(schema)}`,
      )}</details>`;
    });

const renderParameters = ({ operation: { parameters = [] } }: DocumentedOperation): Html =>
  parameters.length === 0
    ? html``
    : html`<h4>Parameters</h4><ul class="fields">${parameters.map(
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
      )}</ul>`;

export const renderOperation = (documented: DocumentedOperation, options: OperationOptions): Html => {
  const { method, path, operation } = documented;
  const body = operation.requestBody?.content['application/json']?.schema;
  const [example] = Object.values(options.examples[operation.operationId]?.examples ?? {});
  return html`<section class="operation" id="${operation.operationId}">
<h3><a href="#${operation.operationId}">${operation.summary ?? path}</a></h3>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
${renderParameters(documented)}
${body && html`<h4>Request body</h4>${renderSchema(body)}`}
<h4>Responses</h4>
${renderResponses(documented)}
${renderErrors(documented, options)}
<h4>Examples</h4>
${renderExamples(documented, options)}
${options.canTry && renderTryIt(documented, example)}
</section>`;
};
