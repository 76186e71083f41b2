/** A Node program of the lab gets this of the environment. Compiled code that is kept saves it half of its start. */
export function nodeEnvironment(PATH = process.env.PATH ?? ''): Readonly<Record<string, string>> {
  const { NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
