/** The environment for npm, which may need certificates of this machine on its way to the registry; test/harness/setup.ts takes them from everything else. */
export function npmEnvironment() {
  const { QUARTET_TEST_CERTIFICATES: certificates } = process.env;
  return { ...process.env, ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }) };
}
