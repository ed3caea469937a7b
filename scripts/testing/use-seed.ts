import fc from 'fast-check';

/**
 * Property tests use other random inputs in each run, so that repeated runs find rare faults. A run that decides
 * about a change sets TEST_SEED: then it fails only because of the change.
 */
const { TEST_SEED: seed } = process.env;
if (seed) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
