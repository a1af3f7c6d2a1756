/** Colours of the pictures: those of the pages with a light background. */
export const colors = {
  paper: '#ffffff',
  ink: '#17212b',
  muted: '#55636f',
  line: '#dde3e8',
  sea: '#dbe6ec',
  land: '#f7f6f2',
  coast: '#b3c3cd',
  border: '#d9d7ce',
  route: '#6f7f8c',
  track: '#1f5c99',
} as const;
