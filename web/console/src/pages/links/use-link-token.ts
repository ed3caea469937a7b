import { useState } from 'react';

/** The token of a link stands behind the #. Read once, so that nothing is lost when the address changes. */
export const useLinkToken = (): string => useState(() => location.hash.slice(1))[0];
