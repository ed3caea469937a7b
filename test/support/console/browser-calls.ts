import type { Call } from './test-console.ts';

/** Calls of one browser, which keeps its cookies. */
export const createBrowserCalls = (call: Call): Call => {
  const jar = new Map<string, string>();
  return async (method, path, body, headers = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(method, path, body, {
      'x-frontdesk-console': '1',
      ...(cookie === '' ? {} : { cookie }),
      ...headers,
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) jar.set(name!, value);
      else jar.delete(name!);
    }
    return answer;
  };
};
