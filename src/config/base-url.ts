import type { Config } from './config.ts';

/** Where clients reach the service. */
export const baseUrlOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  (publicUrl ?? `http://${host}:${port}`).replace(/\/+$/, '');
