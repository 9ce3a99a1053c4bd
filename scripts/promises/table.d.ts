export function benchRows(results: string): string[];
