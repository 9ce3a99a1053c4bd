export function npmEnvironment(): NodeJS.ProcessEnv;
