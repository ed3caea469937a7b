import { useState } from 'react';

/** The token of a link is in the fragment of the address. Read once, because the address can change. */
export const useLinkToken = (): string => useState(() => location.hash.slice(1))[0];
