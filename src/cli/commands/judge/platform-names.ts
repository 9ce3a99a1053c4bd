/** Those that `sync` knows. */
export const PLATFORM_NAMES = ['codeforces', 'atcoder', 'leetcode', 'luogu', 'spoj'] as const;
