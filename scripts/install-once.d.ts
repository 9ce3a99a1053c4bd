export function installOnce(folder: string): Promise<string>;
