export const IDS: readonly string[];
export function incidentsOf(source: string): { id: string; was: string; holds: string }[];
export function incidentTable(folder: string): string[];
