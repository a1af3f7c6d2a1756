/** The PIREP of the pilot with this session, so that the load can name it. */
export const pirepIdOf = (token: string) => token.slice(0, 16);
