export function isBuilt(project?: string): boolean;
