/** Where the API for other programs is. */
export const apiBase = '/tracker/api/v1';
