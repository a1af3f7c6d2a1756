/** Where the API for other programs is. */
export const apiAddress = '/tracker/api/v1';
