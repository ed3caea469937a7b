import type { OperationExample } from '../openapi/index.ts';
import { type Html, html } from '../response/html.ts';
import type { DocumentedOperation } from './operations-of.ts';

/**
 * A form that reference.js sends with the key of the reader. It is hidden without the script, and the content security policy
 * allows requests to this origin only.
 */
export const renderTryIt = (
  { method, path, operation }: DocumentedOperation,
  example: OperationExample | undefined,
): Html => {
  const id = `try-${operation.operationId}`;
  const parameters = operation.parameters ?? [];
  return html`<details class="try" hidden><summary class="heading">Try it</summary>
<form data-method="${method}" data-path="${path}" autocomplete="off">
${parameters.map(
  ({ name, in: place, required }) =>
    html`<p><label for="${id}-${name}"><code>${name}</code>${required && html` <span class="required">required</span>`}</label>
<input id="${id}-${name}" name="${name}" data-place="${place}" value="${required ? String(example?.parameters?.[name] ?? '') : ''}"></p>`,
)}
${
  operation.requestBody &&
  html`<p><label for="${id}-body">Request body</label>
<textarea id="${id}-body" name="body" rows="8" spellcheck="false">${JSON.stringify(example?.body ?? {}, null, 2)}</textarea></p>`
}
<p><button type="submit" class="send">Send ${method}</button> <button type="button" class="stop" hidden>Stop</button></p>
<output aria-live="polite"></output>
<pre class="result" tabindex="0" hidden><code></code></pre>
</form></details>`;
};
