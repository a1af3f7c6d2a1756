/** In the data directory: the document root that the edge reported last. The next start goes by it. */
export const reportedRootFile = 'document-root.txt';
