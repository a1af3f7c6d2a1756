/** What must hold beside what holds for one server; looked at where it happens, in `cluster-keeper.ts`. */
export const clusterSentences = [
  { name: 'former-owner', sentence: 'A server whose lease was taken writes nothing to the journal afterwards.' },
  { name: 'former-owner-silent', sentence: 'A server whose lease was taken begins nothing at the crew center.' },
  { name: 'one-owner', sentence: 'No two servers store for one partition under the same epoch.' },
  { name: 'sent-on-once', sentence: 'A request is sent on once.' },
] as const;
