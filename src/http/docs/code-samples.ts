import type { OperationExample } from '../openapi/index.ts';
import type { DocumentedOperation } from './operations-of.ts';

export interface CodeSample {
  language: 'curl' | 'JavaScript' | 'Python';
  code: string;
}

interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  isStream: boolean;
}

const callOf = (
  { method, path, operation }: DocumentedOperation,
  { parameters = {}, body, events }: Omit<OperationExample, 'summary'>,
  baseUrl: string,
): Call => {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const [name, value] of Object.entries(parameters)) {
    const place = operation.parameters?.find((parameter) => parameter.name === name)?.in;
    if (place === 'header') headers[name] = String(value);
    else if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else query.set(name, String(value));
  }
  return {
    method,
    url: `${baseUrl}${filled}${query.size === 0 ? '' : `?${query}`}`,
    headers,
    body,
    isStream: events !== undefined,
  };
};

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const curl = ({ method, url, headers, body, isStream }: Call): string =>
  [
    `curl ${isStream ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(url)}`,
    `-H "Authorization: Bearer $API_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');

const indent = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

const javaScript = ({ method, url, headers, body, isStream }: Call): string => {
  const given = Object.entries(headers).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  const lines = [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    '  headers: {',
    '    Authorization: "Bearer " + apiKey,',
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
    ...given,
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),`]),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    ...(isStream
      ? [
          'for await (const piece of response.body.pipeThrough(new TextDecoderStream()))',
          '  console.log(piece);',
        ]
      : ['console.log(await response.json());']),
  ];
  return lines.join('\n');
};

/** JSON as a Python literal. */
export const pythonLiteral = (value: unknown, depth = 0): string => {
  const [inner, outer] = ['    '.repeat(depth + 1), '    '.repeat(depth)];
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${pythonLiteral(item, depth + 1)},\n`).join('')}${outer}]`;
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(item, depth + 1)},\n`,
  );
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${outer}}`;
};

const python = ({ method, url, headers, body, isStream }: Call): string => {
  const given = Object.entries(headers).map(
    ([name, value]) => `, ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  const target = isStream
    ? `with httpx.stream(\n    ${JSON.stringify(method)},`
    : `response = httpx.request(\n    ${JSON.stringify(method)},`;
  const call = [
    target,
    `    ${JSON.stringify(url)},`,
    `    headers={"Authorization": f"Bearer {api_key}"${given.join('')}},`,
    ...(body === undefined ? [] : [`    json=${pythonLiteral(body, 1)},`]),
    '    timeout=60,',
  ];
  const rest = isStream
    ? [
        ') as response:',
        '    response.raise_for_status()',
        '    for line in response.iter_lines():',
        '        print(line)',
      ]
    : [')', 'response.raise_for_status()', 'print(response.json())'];
  return ['import httpx', '', ...call, ...rest].join('\n');
};

/** The same call in three languages. The reader's key is in `API_KEY`, `apiKey` or `api_key`. */
export const codeSamples = (
  documented: DocumentedOperation,
  example: Omit<OperationExample, 'summary'>,
  baseUrl: string,
): CodeSample[] => {
  const call = callOf(documented, example, baseUrl);
  return [
    { language: 'curl', code: curl(call) },
    { language: 'JavaScript', code: javaScript(call) },
    { language: 'Python', code: python(call) },
  ];
};
