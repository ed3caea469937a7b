export type { Failure } from './failure-store.ts';
export type { HandoffFigures } from './handoff-figures.ts';
export { isNamedKind, readNames, readUserIds } from './name-store.ts';
export type { OpenHumanSession } from './open-human-session-store.ts';
export { createOperations, type Operations } from './operations.ts';
