/**
 * A process that only watches its own event loop: it measures the machine, not the service. Started
 * beside a benchmark. When stopped, it sends the delays and ends.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
process.on('message', () => {
  loop.disable();
  process.send?.({
    p50Ms: loop.percentile(50) / 1e6,
    p99Ms: loop.percentile(99) / 1e6,
    mostMs: loop.max / 1e6,
  });
  process.disconnect();
});
process.send?.('ready');
