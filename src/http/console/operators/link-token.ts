import { Type } from 'typebox';

/** The token in the fragment of a link. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });
