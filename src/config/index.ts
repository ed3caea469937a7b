export { type Config, ConfigError, loadConfig, type ServerSettings } from './config.ts';
