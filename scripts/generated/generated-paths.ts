/** Files that the build makes and that tests read, relative to the root. */
export const consoleDocumentPath = 'dist/openapi.console.json';
export const consoleTypesPath = 'web/console/src/api/generated.ts';
export const noticesPath = 'dist/THIRD-PARTY-NOTICES';
