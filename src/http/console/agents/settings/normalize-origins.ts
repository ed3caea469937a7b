import type { AgentSettings } from '../../../../agents/index.ts';
import { AppError } from '../../../../lib/errors.ts';
import { describeOriginProblem } from '../../../../lib/origins/origin-problems.ts';
import { type OriginReading, readImageHost, readOrigin } from '../../../../lib/origins/read-origin.ts';

/** The part of an entry that an error repeats. */
const shownLength = 100;

interface OriginList {
  path: string;
  entries: string[];
  stored: string[];
  read(entry: string): OriginReading;
  example: string;
}

/**
 * The entries in the form of browsers, without duplicates. Invalid entries that are already stored are kept, so
 * that they do not block unrelated changes; the console shows them as problems.
 */
const normalize = ({ path, entries, stored, read, example }: OriginList): string[] => {
  const normalized = entries.map((entry, index) => {
    const reading = read(entry);
    if (reading.isValid) return reading.value;
    if (stored.includes(entry)) return entry;
    const shown = JSON.stringify(entry.slice(0, shownLength));
    throw new AppError(
      'invalidParameter',
      `settings.${path}[${index}]: ${shown} ${describeOriginProblem(reading, example)}`,
    );
  });
  return [...new Set(normalized)];
};

/** `settings` must be valid. */
export const normalizeOrigins = (settings: AgentSettings, stored: AgentSettings): AgentSettings => ({
  ...settings,
  allowedOrigins: normalize({
    path: 'allowedOrigins',
    entries: settings.allowedOrigins,
    stored: stored.allowedOrigins,
    read: readOrigin,
    example: 'https://www.example.com',
  }),
  channels: {
    ...settings.channels,
    imageHosts: normalize({
      path: 'channels.imageHosts',
      entries: settings.channels.imageHosts,
      stored: stored.channels.imageHosts,
      read: readImageHost,
      example: 'images.example.com',
    }),
  },
});
