/** `npm run test:long` also runs the exhaustive variants. `npm test` runs representative ones. */
export const isLongRun = process.env.FRONTDESK_TEST_LONG !== undefined;
