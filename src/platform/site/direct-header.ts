/**
 * Request header of Tracker's own calls to a crew center's API. A web server that hands over paths of that API leaves a request
 * that carries it to the crew center, so that these calls do not come back. It is no secret: any caller that sends it gets what the crew
 * center answers to anybody.
 */
export const directHeader = 'X-Tracker-Direct';
