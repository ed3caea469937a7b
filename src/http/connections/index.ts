export { canSharePort, createAcceptors, reservePort } from './acceptors.ts';
export { createGracefulClose } from './close-gracefully.ts';
export { refuseConnection } from './refuse-connection.ts';
export { trackUnusedConnections } from './unused-connections.ts';
export { type ConnectionLimits, connectionLimits, watchConnections } from './watch-connections.ts';
