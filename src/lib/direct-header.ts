/**
 * Request header of Tracker's own calls to a crew center's API, with a secret of the installation. A web server that hands over paths
 * of that API leaves a request that carries it to the crew center, so that these calls do not come back.
 */
export const directHeader = 'X-Tracker-Direct';
