import { providerTable } from '../provider-table.ts';

/**
 * Where chat completions live under a configured base URL.
 *
 * | base URL                                  | called                                        |
 * |-------------------------------------------|-----------------------------------------------|
 * | `http://host:11434` or `http://host/`     | `…/v1/chat/completions`                       |
 * | `https://host/v1`, `/v1/`, `/api/v3`, …   | `…/chat/completions` below that path          |
 * | a URL that ends in `/chat/completions`    | itself                                        |
 *
 * What is no URL at all stays as it is: the call then says so. A bare host means version 1, which every server of this wire serves; whoever writes a path means it. The
 * query string stays, since some gateways want one.
 */
export const endpointUrl = (baseUrl: string): string => {
  const url = URL.parse(baseUrl);
  if (url === null) return baseUrl;
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/chat/completions';
  else if (!path.endsWith('/chat/completions')) url.pathname = `${path}/chat/completions`;
  else url.pathname = path;
  url.hash = '';
  return url.href;
};

/** OpenAI's own server differs from those that speak its wire in a few defaults. */
const openaiHost = new URL(providerTable.openai.address.baseUrl).hostname;

export const isOpenaiItself = (baseUrl: string): boolean => URL.parse(baseUrl)?.hostname === openaiHost;
