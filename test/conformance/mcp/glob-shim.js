// The suite imports `globSync`, which Node 20 does not have, for a command that is not used here.
import { register } from 'node:module';

const substitute = asModule(
  "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];",
);

register(
  asModule(`export async function resolve(name, context, next) {
  if (/^(node:)?fs$/.test(name) && context.parentURL?.includes('/conformance')) {
    return { shortCircuit: true, url: ${JSON.stringify(substitute)} };
  }
  return next(name, context);
}`),
);

function asModule(source) {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
