import { Type } from 'typebox';

/** The part of a link behind the #. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });
