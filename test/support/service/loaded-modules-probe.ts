/** Loaded before the service by a test. It answers every message with the addresses of the modules loaded so far. */
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
process.on('message', () => process.send?.(loaded));
// The channel must not keep the service alive.
process.channel?.unref();
