/** A wrong setting: one line that names it. The process prints the message and ends. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
