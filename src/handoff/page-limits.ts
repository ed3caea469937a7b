/** Of the page of the site on which a user is. */
export const maxPageUrlLength = 2048;
export const maxPageTitleLength = 300;
