/** Areas whose messages are loaded when a part of the page first needs them. */
export const lateAreas: readonly string[] = [
  'activity',
  'dictation',
  'email',
  'handoff',
  'manage',
  'rating',
  'viewing',
];
