import { ConfigError } from './config-error.ts';

/** Entries such as `telegram=https://bots.example.com`. A name may have a second part: `slack.files=…`. */
export const readPlatformUrls = (entries: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    entries.map((entry) => {
      const [, name, url] = /^([a-z]+(?:-[a-z]+)*(?:\.[a-z]+)?)=(.+)$/.exec(entry) ?? [];
      const parsed = url === undefined ? null : URL.parse(url);
      if (name === undefined || !parsed || !['http:', 'https:'].includes(parsed.protocol))
        throw new ConfigError(
          `FRONTDESK_PLATFORM_URLS: ${entry} must be a platform and an address, such as telegram=https://bots.example.com`,
        );
      return [name, url!];
    }),
  );
