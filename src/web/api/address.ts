/** Where the API for other programs is. The base of a contract, `/api`, is within it: what precedes that must not be cut off. */
export const apiAddress = '/tracker/api/v1';
