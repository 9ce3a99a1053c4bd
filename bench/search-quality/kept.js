/** Kept away. */
export const kept = [];
