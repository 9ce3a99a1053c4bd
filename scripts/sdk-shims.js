// Stands in for the SDK's platform module in the bundle. The SDK's own brings in a JSON Schema validator (150 kB, 10 ms of
// start) that it only needs to check answers to elicitation, which no tool of ours asks for.
export const { process } = globalThis;

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('Elicitation is not supported');
  }
}
